#===-- Where the PTX assembler is ------------------------------------------===#
#
# Sets LOWP_PTXAS, in the order in which the tools look too (docs/Testing.md):
# the environment variable LOWP_PTXAS, PATH, the virtual environment that
# tools/setup/install.sh makes. Nothing depends on it but tests and cubins.

if(DEFINED ENV{LOWP_PTXAS})
  set(LOWP_PTXAS $ENV{LOWP_PTXAS} CACHE FILEPATH "The PTX assembler")
endif()
file(GLOB LOWP_PTXAS_FOLDERS
  ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/*/bin)
find_program(LOWP_PTXAS ptxas NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH
  NO_CMAKE_SYSTEM_PATH PATHS ${LOWP_PTXAS_FOLDERS} DOC "The PTX assembler")
