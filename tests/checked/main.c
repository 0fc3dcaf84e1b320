/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests.h"

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(pointers_that_are_null),
		TEST(objects_that_were_freed),
		TEST(objects_that_exist),
		TEST(addresses_that_return),
		TEST(numbers_out_of_range),
		TEST(completion_queues),
		TEST(extended_polls),
		TEST(regions),
		TEST(parent_domains),
		TEST(objects_in_use),
		TEST(acknowledgements),
		TEST(queue_pairs),
		TEST(extended_queue_pairs),
		TEST(opened_queue_pairs),
		TEST(queue_pair_attributes),
		TEST(queue_pair_masks),
		TEST(shared_receive_queues),
		TEST(address_handles),
		TEST(windows),
		TEST(states),
		TEST(sends),
		TEST(atomics),
		TEST(datagrams),
		TEST(receives),
		TEST(failures),
		TEST(failures_of_nobody),
		TEST(failures_in_place),
		TEST(lists),
		TEST(lists_too_long),
		TEST(built_requests),
		TEST(addresses_of_functions),
		TEST(identifiers_that_are_null),
		TEST(identifiers_too_early),
		TEST(queue_pairs_of_identifiers),
		TEST(arguments_of_connections),
		TEST(options_and_groups),
		TEST(requests_of_identifiers),
		TEST(events_of_connections),
	};

	return cmocka_run_group_tests_name("misuse", tests, NULL, NULL);
}
