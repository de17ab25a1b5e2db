# linea_train - a net that learns to play a board of Linea by playing against itself.
#
# docs/training.md says how to use it, and what every part does.
#
# SPDX-License-Identifier: MIT
"""Training of nets for Linea."""
