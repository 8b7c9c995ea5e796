#!/usr/bin/env bash
# Installs and builds what is missing, runs every test, and closes with the
# line `N passed, N failed` over all suites. Fails if a test or the build does.
source "$(dirname "$0")/common.sh"

tools/setup/install.sh --tests
build_all

section "Testing"
reports=$PWD/$build/test-reports
rm -rf "$reports"
mkdir -p "$reports"
status=0
LIT_OPTS="${LIT_OPTS:-} --xunit-xml-output=$reports/lit.xml" \
PYTEST_ADDOPTS="${PYTEST_ADDOPTS:-} --junitxml=$reports/pytest.xml" \
  cmake --build --preset "$preset" --target check-lowp -- -k 0 || status=$?

.venv/bin/python - "$reports" <<'PYTHON' || status=1
import pathlib, sys
import xml.etree.ElementTree as xml

passed = failed = 0
for report in pathlib.Path(sys.argv[1]).glob("*.xml"):
    for case in xml.parse(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is None:
            passed += 1
print(f"\n{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
PYTHON
exit "$status"
