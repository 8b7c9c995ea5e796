#===-- Where NVIDIA's assembler and disassembler are -----------------------===#
#
# Sets LOWP_PTXAS and LOWP_NVDISASM, in the order in which the tools look too
# (docs/Testing.md): the environment variable of that name, PATH, the virtual
# environment that tools/setup/install.sh makes. Nothing depends on them but
# tests, cubins and what is read from cubins.

file(GLOB LOWP_CUDA_FOLDERS
  ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/*/bin)
function(lowp_find_cuda_tool variable program what)
  if(DEFINED ENV{${variable}})
    set(${variable} $ENV{${variable}} CACHE FILEPATH "${what}")
  endif()
  find_program(${variable} ${program} NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH
    NO_CMAKE_SYSTEM_PATH PATHS ${LOWP_CUDA_FOLDERS} DOC "${what}")
endfunction()
lowp_find_cuda_tool(LOWP_PTXAS ptxas "The assembler of PTX")
lowp_find_cuda_tool(LOWP_NVDISASM nvdisasm "The disassembler of cubins")
