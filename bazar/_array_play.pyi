import numpy as np
import numpy.typing as npt

_MOST_POINTS: int

_Bytes = npt.NDArray[np.uint8]
_Words = npt.NDArray[np.uint16]
_Masks = npt.NDArray[np.uint32]
_Longs = npt.NDArray[np.uint64]

def _playouts(
    partner_exempt: bool,
    undertrump: int,
    n: int,
    seed: int,
    deals: _Masks,
    contracts: _Bytes,
    leaders: _Bytes,
    numbers: _Longs,
    mean: npt.NDArray[np.float64] | None,
    counts: _Masks | None,
) -> None: ...
def _replay(
    partner_exempt: bool,
    undertrump: int,
    deals: _Masks,
    plays: _Bytes,
    contracts: _Bytes,
    leaders: _Bytes,
    said: _Masks,
    points: _Words,
    bella: _Bytes,
    made: _Bytes,
) -> None: ...
