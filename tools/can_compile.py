"""Print 1 if the modules can be compiled, and 0 if they run interpreted; `make` asks this first.

That takes a compiler and Python.h.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path


def has_compiler() -> bool:
    """Whether the compiler that setuptools would call is installed."""
    if sys.platform == "win32":  # Visual Studio is not on the path; its installer leaves this program to find it
        tools = Path(os.environ.get("PROGRAMFILES(X86)", "C:/Program Files (x86)"))
        return (tools / "Microsoft Visual Studio" / "Installer" / "vswhere.exe").exists()
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) is not None


if __name__ == "__main__":
    print(int(has_compiler() and Path(sysconfig.get_path("include"), "Python.h").exists()))
