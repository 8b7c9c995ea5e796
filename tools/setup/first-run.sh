#!/usr/bin/env bash
# From a fresh checkout to the main job: installs, builds, runs the example.
source "$(dirname "$0")/common.sh"

tools/setup/install.sh
build_all
tools/setup/demo.sh
