#===-- The wrappers that every CMakeLists.txt of lowp uses -----------------===#

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Flags shared by all of lowp's targets (include paths are the directory's).
add_library(lowp_options INTERFACE)
# Executables share the libraries' precompiled header, so all code is -fPIC.
target_compile_options(lowp_options INTERFACE
  -fPIC -Wall -Wextra -Wno-unused-parameter -Wcast-qual -Wimplicit-fallthrough
  $<$<BOOL:${LOWP_WARNINGS_AS_ERRORS}>:-Werror>
  $<$<AND:$<BOOL:${LOWP_ENABLE_ASSERTIONS}>,$<CONFIG:Release>>:-UNDEBUG>)
if(CCACHE_PROGRAM AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(lowp_options INTERFACE
    "SHELL:-Xclang -fno-pch-timestamp")
endif()
separate_arguments(LOWP_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(lowp_options INTERFACE ${LOWP_LLVM_DEFINITIONS}
  -DLOWP_LLVM_HAS_ASSERTIONS=$<BOOL:${LLVM_ENABLE_ASSERTIONS}>
  "SHELL:-include ${PROJECT_SOURCE_DIR}/cmake/StatisticsOfLLVM.h")
if(LOWP_SANITIZERS)
  string(REPLACE ";" "," LOWP_SANITIZE_FLAG "${LOWP_SANITIZERS}")
  target_compile_options(lowp_options INTERFACE
    -fsanitize=${LOWP_SANITIZE_FLAG} -fno-omit-frame-pointer -fno-sanitize=vptr)
  target_link_options(lowp_options INTERFACE -fsanitize=${LOWP_SANITIZE_FLAG})
  set(LOWP_SANITIZER_OPTIONS ${PROJECT_SOURCE_DIR}/cmake/SanitizerOptions.cpp)
endif()
if(LOWP_USE_LLD)
  target_link_options(lowp_options INTERFACE -fuse-ld=lld)
endif()

# One precompiled header of the MLIR and LLVM headers that most sources need.
function(lowp_add_precompiled_header)
  if(NOT LOWP_PRECOMPILED_HEADER)
    return()
  endif()
  add_library(LowpPrecompiledHeader OBJECT
    ${PROJECT_SOURCE_DIR}/cmake/PrecompiledHeader.cpp)
  target_link_libraries(LowpPrecompiledHeader PRIVATE lowp_options)
  target_precompile_headers(LowpPrecompiledHeader PRIVATE
    ${PROJECT_SOURCE_DIR}/cmake/PrecompiledHeader.h)
endfunction()

function(lowp_use_precompiled_header target)
  if(LOWP_PRECOMPILED_HEADER)
    target_precompile_headers(${target} REUSE_FROM LowpPrecompiledHeader)
  endif()
endfunction()

# add_lowp_library(<name> <sources>... [PLAIN]
#                  [DEPENDS <generated headers>...] [LINK_LIBS <libraries>...])
#
# A static library of lowp, installed and exported under its own name. PLAIN
# libraries need LLVM's support library at most and no MLIR.
function(add_lowp_library name)
  cmake_parse_arguments(ARG "PLAIN" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(lowp::${name} ALIAS ${name})
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:lowp_options>)
  target_include_directories(${name} INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(ARG_PLAIN)
    target_link_libraries(${name} PUBLIC LLVM)
  else()
    target_link_libraries(${name} PUBLIC MLIR LLVM)
    lowp_use_precompiled_header(${name})
  endif()
  if(ARG_LINK_LIBS)
    target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_compile_features(${name} PUBLIC cxx_std_17)
  set_property(GLOBAL APPEND PROPERTY LOWP_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT LowpTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# add_lowp_tool(<name> <sources>... [LINK_LIBS <libraries>...])
function(add_lowp_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS} ${LOWP_SANITIZER_OPTIONS})
  target_link_libraries(${name} PRIVATE lowp_options ${ARG_LINK_LIBS})
  lowp_use_precompiled_header(${name})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  set_property(GLOBAL APPEND PROPERTY LOWP_TOOLS ${name})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# add_lowp_unittest(<name> <sources>... [LINK_LIBS <libraries>...])
#
# A GoogleTest executable, built by the target LowpUnitTests and run by ctest and
# lit. <name> ends in Tests, by which lit finds it.
function(add_lowp_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS} ${LOWP_SANITIZER_OPTIONS})
  target_link_libraries(${name} PRIVATE
    lowp_options ${ARG_LINK_LIBS} GTest::gtest GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  add_dependencies(LowpUnitTests ${name})
endfunction()

# lowp_tablegen(<mlir|llvm> <source> <target> <output> <generator flags>... [...])
#
# Runs mlir-tblgen or llvm-tblgen on one .td file, once for each pair of output
# and flags separated by OUTPUT, and makes <target> depend on the results.
function(lowp_tablegen generator source target)
  set(LLVM_TARGET_DEFINITIONS ${source})
  set(outputs "")
  set(arguments ${ARGN})
  while(arguments)
    list(POP_FRONT arguments output)
    set(flags "")
    while(arguments)
      list(GET arguments 0 next)
      if(NOT next MATCHES "^-")
        break()
      endif()
      list(APPEND flags ${next})
      list(POP_FRONT arguments)
    endwhile()
    list(APPEND outputs ${CMAKE_CURRENT_BINARY_DIR}/${output})
    if(generator STREQUAL mlir)
      mlir_tablegen(${output} ${flags})
    else()
      lowp_llvm_tablegen(${source} ${output} ${flags})
    endif()
  endwhile()
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()

find_program(LOWP_LLVM_TBLGEN NAMES llvm-tblgen llvm-tblgen-22
  HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
function(lowp_llvm_tablegen source output)
  set(path ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_custom_command(OUTPUT ${path}
    COMMAND ${LOWP_LLVM_TBLGEN} ${ARGN} -I ${PROJECT_SOURCE_DIR}/include
            -I ${CMAKE_CURRENT_SOURCE_DIR} -I ${LLVM_INCLUDE_DIRS}
            -d ${path}.d --write-if-changed
            -o ${path} ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    COMMAND ${CMAKE_COMMAND} -E touch ${path}
    DEPFILE ${path}.d
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    COMMENT "Building ${output}")
endfunction()

# Installs headers, libraries and the package files that find_package(Lowp) reads.
function(lowp_install_package)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lowp
                    ${PROJECT_BINARY_DIR}/include/lowp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
    PATTERN CMakeFiles EXCLUDE)
  set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/lowp)
  get_property(LOWP_LIBRARIES GLOBAL PROPERTY LOWP_LIBRARIES)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/LowpConfig.cmake.in
    ${PROJECT_BINARY_DIR}/LowpConfig.cmake INSTALL_DESTINATION ${destination})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/LowpConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/LowpConfig.cmake
                ${PROJECT_BINARY_DIR}/LowpConfigVersion.cmake
    DESTINATION ${destination})
  install(EXPORT LowpTargets NAMESPACE lowp:: DESTINATION ${destination})
endfunction()
