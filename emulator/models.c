/* SPDX-License-Identifier: BSD-2-Clause */
#include "model.h"

const struct softhca_model *const softhca_models[] = {&softhca_model_mlx4, NULL};
