/*
 * common/nets.h - the nets at hand, and which kernel runs them on this processor.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_NETS_H
#define COMMON_NETS_H

#include <stdbool.h>

struct linea_net_kernel;

/* Whether this processor knows what a kernel needs. */
bool nets_can_run(const struct linea_net_kernel *kernel);

/* The quickest kernel that it can run. */
const struct linea_net_kernel *nets_kernel(void);

#endif
