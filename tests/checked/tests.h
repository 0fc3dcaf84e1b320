/* SPDX-License-Identifier: BSD-2-Clause */
/* The tests of misuse, one function per subject. */
#ifndef TESTS_CHECKED_TESTS_H
#define TESTS_CHECKED_TESTS_H

#include "refused.h"

/* Properties of the adapter: its number of completion vectors, and (from CMakeLists.txt) XRC. */
#if KIT_RINGS_BY_COMMAND
#define VECTORS "2"
#else
#define VECTORS "4"
#endif
#ifndef MISUSE_XRC
#define MISUSE_XRC true
#endif

/* objects.c */
void pointers_that_are_null(void **state);
void objects_that_were_freed(void **state);
void objects_that_exist(void **state);
void addresses_that_return(void **state);
void numbers_out_of_range(void **state);
void completion_queues(void **state);
void extended_polls(void **state);
void regions(void **state);
void parent_domains(void **state);
void objects_in_use(void **state);
void acknowledgements(void **state);

/* attributes.c */
void queue_pairs(void **state);
void extended_queue_pairs(void **state);
void opened_queue_pairs(void **state);
void queue_pair_attributes(void **state);
void queue_pair_masks(void **state);
void shared_receive_queues(void **state);
void address_handles(void **state);
void windows(void **state);

/* connection.c */
void identifiers_that_are_null(void **state);
void identifiers_too_early(void **state);
void queue_pairs_of_identifiers(void **state);
void arguments_of_connections(void **state);
void options_and_groups(void **state);
void requests_of_identifiers(void **state);
void events_of_connections(void **state);

/* requests.c */
void states(void **state);
void sends(void **state);
void atomics(void **state);
void datagrams(void **state);
void receives(void **state);
void lists(void **state);
void lists_too_long(void **state);
void built_requests(void **state);
void addresses_of_functions(void **state);

/* failures.c */
void failures(void **state);
void failures_of_nobody(void **state);
void failures_in_place(void **state);

#endif
