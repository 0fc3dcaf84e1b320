/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Data that the subnet administrator stores: multicast groups with their members, services and
 * subscriptions.
 */
#ifndef EMULATOR_MAD_SA_STORE_H
#define EMULATOR_MAD_SA_STORE_H

#include "mad/sa.h"

/** A port in a group. */
struct sa_member {
	struct softhca_link in_group;
	uint8_t gid[16];
	uint8_t join_state; /**< bits of enum sa_join_state */
	uint8_t proxy_join;
};

struct sa_group {
	struct softhca_link in_mad;
	struct sa_mc_member_record record; /**< without the components of a member */
	struct softhca_link members;
};

static inline struct sa_group *sa_group_of(struct softhca_link *link)
{
	return softhca_entry(link, struct sa_group, in_mad);
}

static inline struct sa_member *sa_member_of(struct softhca_link *link)
{
	return softhca_entry(link, struct sa_member, in_group);
}

/** A port that gets reports of notices. */
struct sa_subscription {
	struct softhca_link in_mad;
	struct fabric_port *port;
	uint16_t number; /**< number in InformInfoRecord */
	struct mad_inform_info info;
};

static inline struct sa_subscription *sa_subscription_of(struct softhca_link *link)
{
	return softhca_entry(link, struct sa_subscription, in_mad);
}

/** A notice that a subscriber has not confirmed yet. */
struct sa_report {
	struct softhca_timer timer;
	struct sa_subscription *to;
	uint64_t tid;
	unsigned int left; /**< repetitions left */
	uint8_t notice[MAD_NOTICE_SIZE];
};

static inline struct sa_report *sa_report_of(struct softhca_link *link)
{
	return softhca_entry(link, struct sa_report, timer.in_list);
}

/** A registered service. */
struct sa_service {
	struct softhca_link in_mad;
	struct sa_service_record record;
	uint64_t due; /**< when its lease ends; UINT64_MAX: never */
};

static inline struct sa_service *sa_service_of(struct softhca_link *link)
{
	return softhca_entry(link, struct sa_service, in_mad);
}

/** Remove a port from all groups. */
void sa_leave_groups(struct softhca_mad *mad, const uint8_t gid[16]);
void sa_drop_member(struct sa_member *m);
/** Remove the group and its members. */
void sa_drop_group(struct softhca_mad *mad, struct sa_group *g);
/** Remove a subscription and the reports that are pending for it. */
void sa_drop_subscription(struct softhca_mad *mad, struct sa_subscription *s);
void sa_forget_reports(struct softhca_mad *mad, const struct sa_subscription *s);
void sa_drop_service(struct softhca_mad *mad, struct sa_service *s);

#endif
