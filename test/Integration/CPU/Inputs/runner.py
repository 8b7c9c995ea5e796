"""Runs an entry of a program with lowp-run on numpy arrays."""

import os
import subprocess
import sys

import numpy as np


class Runner:
    """`Runner(tool, program, folder)`; files are written in the folder."""

    def __init__(self, tool, program, folder):
        self.tool, self.program, self.folder = tool, program, folder
        os.makedirs(folder, exist_ok=True)

    @classmethod
    def from_command_line(cls):
        return cls(*sys.argv[1:4])

    def __call__(self, entry, *arguments, outputs=1, flags=()):
        command = [self.tool, self.program, f"--entry={entry}", *flags]
        for number, array in enumerate(arguments):
            path = os.path.join(self.folder, f"in{number}.npy")
            np.save(path, array)
            command.append(f"--arg={path}")
        paths = [os.path.join(self.folder, f"out{number}.npy")
                 for number in range(outputs)]
        command += [f"--out={path}" for path in paths]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        arrays = [np.load(path) for path in paths]
        return arrays[0] if outputs == 1 else arrays


def check_equal(what, got, expected):
    """Stops with the first differences, unless arrays are equal."""
    got, expected = np.asarray(got), np.asarray(expected)
    if got.shape != expected.shape:
        sys.exit(f"{what}: shape {got.shape}, expected {expected.shape}")
    wrong = np.argwhere(got != expected)
    if len(wrong):
        first = tuple(wrong[0])
        sys.exit(f"{what}: {len(wrong)} of {got.size} differ, first at "
                 f"{first}: {got[first]:#04x}, expected "
                 f"{expected[first]:#04x}")
