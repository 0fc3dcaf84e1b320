# SPDX-License-Identifier: BSD-2-Clause
# inverbs_left_out(test "reason"): register a test that cannot run on this machine, so that it is counted as skipped, with the
# reason. A test that is silently missing would look like one that has passed.
function(inverbs_left_out test reason)
	add_test(NAME ${test} COMMAND sh -c "echo \"skipped: ${reason}\"; exit 77")
	set_tests_properties(${test} PROPERTIES LABELS host SKIP_RETURN_CODE 77)
endfunction()
