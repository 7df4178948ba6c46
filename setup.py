"""The extension modules and their flags; everything else is in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# By module, the C files beside its Cython source.
MODULES = {
    "_core": [],
    "_choices": [],
    "_card": [],
    "_hand": [],
    "_position": [],
    "_solver": [],
    "_kernels": ["src/kernels_avx2.c", "src/kernels_avx512.c", "src/deals_bmi2.c", "src/playouts_bmi2.c"],
    "_arrays": [],
    "_array_play": [],
}

FLAGS = {"unix": ["-O2", "-g0"], "msvc": ["/O2"]}
# The search gains a tenth from it; the rest nothing.
MORE_FLAGS = {("_solver", "unix"): ["-O3"]}


class BuildExt(build_ext):
    """Gives each extension the flags of the compiler in use."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            compiler = self.compiler.compiler_type
            module = extension.name.removeprefix("bazar.")
            extension.extra_compile_args = FLAGS.get(compiler, []) + MORE_FLAGS.get((module, compiler), [])
        super().build_extensions()


setup(
    ext_modules=cythonize(
        [
            Extension(f"bazar.{name}", [f"src/{name}.pyx", *beside], include_dirs=["src"])
            for name, beside in MODULES.items()
        ],
        build_dir="build/cython",
        # Cython misses some of the .pxd files a module depends on, and would keep stale C.
        force=True,
    ),
    cmdclass={"build_ext": BuildExt},
)
