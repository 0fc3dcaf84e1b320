# SPDX-License-Identifier: BSD-2-Clause
# inverbs_left_out(test "reason"): a test that this machine cannot have. It is registered all the same, and counted as
# skipped with its reason: what is missing without a word looks like what has passed.
function(inverbs_left_out test reason)
	add_test(NAME ${test} COMMAND sh -c "echo \"skipped: ${reason}\"; exit 77")
	set_tests_properties(${test} PROPERTIES LABELS host SKIP_RETURN_CODE 77)
endfunction()
