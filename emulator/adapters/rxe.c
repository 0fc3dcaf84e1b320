/* SPDX-License-Identifier: BSD-2-Clause */
/* The driver of Soft-RoCE: all of it is in the spec. */
#include "adapters/drivers.h"
#include "adapters/gen/rxe.h"

const struct softhca_driver softhca_driver_rxe = {RXE_DEVICE};
