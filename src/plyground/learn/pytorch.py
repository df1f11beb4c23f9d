"""PyTorch: only learning needs it, so it is asked for where a method begins."""

from __future__ import annotations

from plyground.errors import PlygroundError


def prepare(what: str) -> None:
    """Get PyTorch ready; raises PlygroundError, which says what needs it, where there is none."""
    try:
        import torch
    except ImportError:
        raise PlygroundError(f"{what} needs PyTorch: pip install 'plyground[learn]'") from None
    torch.set_num_threads(1)  # small networks; more threads would only wait for each other
