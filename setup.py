"""The extension modules and their flags; everything else is in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODULES = ("_core", "_choices", "_card", "_hand", "_position", "_solver")

FLAGS = {"unix": ["-O2", "-g0"], "msvc": ["/O2"]}


class BuildExt(build_ext):
    """Gives each extension the flags of the compiler in use."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args = FLAGS.get(self.compiler.compiler_type, [])
        super().build_extensions()


setup(
    ext_modules=cythonize(
        [Extension(f"bazar.{name}", [f"src/{name}.pyx"]) for name in MODULES],
        build_dir="build/cython",
        # Cython misses some of the .pxd files a module depends on, and would keep stale C.
        force=True,
    ),
    cmdclass={"build_ext": BuildExt},
)
