"""Networks: the core computes what PyTorch does, files are checked, and training repeats exactly."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.evaluation.encoding import encoding_of
from plyground.evaluation.net import Net
from plyground.games.position import Position
from plyground.games.python_file import start_in_file
from plyground.learn.actor_critic import ActorCritic
from plyground.learn.method import Task
from plyground.players.options import complete

torch = pytest.importorskip("torch", reason="networks are trained with PyTorch")

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "tic_tac_toe.py"
STARTS = {
    "kalah": ply.position("kalah(4,3)"),
    "squatter": ply.position("squatter(5)"),
    "watch-your-back": ply.position("watch-your-back(max_turns=60,double_pass_draws=yes)"),
    "tic-tac-toe": start_in_file(str(EXAMPLE)),
}


def learner(start: Position, seed: int = 0, **options: Any) -> ActorCritic:
    small: dict[str, Any] = {"games": 32, "batch": 16, "width": 16, "rivals": "random"}
    return ActorCritic(Task(start, complete(ActorCritic.options, small | options, "test"), seed))


def net_file(start: Position, folder: Path, steps: int = 1) -> Path:
    method = learner(start)
    for number in range(steps):
        method.step(number)
    file = folder / "player.net"
    method.save(file)
    return file


def some_positions(start: Position, count: int) -> list[Position]:
    chance, found = random.Random(3), list[Position]()
    position = start
    while len(found) < count:
        found.append(position)
        position = position.play(chance.choice(list(position.legal_moves)))
        if position.is_over:
            position = start
    return found


@pytest.mark.parametrize("name", STARTS)
def test_the_core_computes_what_pytorch_does(name: str, tmp_path: Path) -> None:
    from plyground.learn.torch_net import TorchNet

    start = STARTS[name]
    encoding = encoding_of(start)
    torch.manual_seed(5)
    theirs = TorchNet(encoding.size, encoding.num_actions, 24, 2)
    torch.nn.init.normal_(theirs.policy.weight)
    layers, numbers = theirs.exported()
    ours = Net(start.game, encoding, layers, numbers)
    chance = random.Random(1)
    for _ in range(50):
        values = [chance.uniform(-1, 1) for _ in range(encoding.size)]
        policy, value = ours.native(values)
        with torch.no_grad():
            wanted, result = theirs(torch.tensor([values]))
        assert policy == pytest.approx(wanted[0].tolist(), abs=1e-5)
        assert value == pytest.approx(float(result[0]), abs=1e-5)


@pytest.mark.parametrize("name", STARTS)
def test_shares_are_of_the_legal_moves(name: str, tmp_path: Path) -> None:
    net = Net.load(net_file(STARTS[name], tmp_path))
    for position in some_positions(STARTS[name], 60):
        shares, value = net.judge(position)
        assert len(shares) == len(position.legal_moves)
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert -1 <= value <= 1


@pytest.mark.parametrize("name", STARTS)
def test_networks_play_alone_and_in_a_tree_search(name: str, tmp_path: Path) -> None:
    start, file = STARTS[name], net_file(STARTS[name], tmp_path)
    for spec in (f"net:{file}", f"net:{file},temperature=1", f"mcts:sims=30,net={file}"):
        player, position = ply.player(spec, seed=1), start
        for _ in range(20):
            if position.is_over:
                break
            move = player.choose(position)
            assert move in position.legal_moves
            position = position.play(move)


def test_training_repeats_and_goes_on_from_a_state() -> None:
    whole = learner(STARTS["kalah"])
    rows = [whole.step(number) for number in range(whole.steps)]
    first = learner(STARTS["kalah"])
    assert first.step(0) == rows[0]
    other = learner(STARTS["kalah"])
    other.restore(first.state())
    assert other.step(1) == rows[1]
    assert other.state() == whole.state()


def test_states_of_something_else_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        learner(STARTS["kalah"]).restore(b"something else")
    with pytest.raises(ValueError, match=r"\S"):
        learner(STARTS["kalah"]).restore(learner(STARTS["squatter"]).state())


def test_broken_files_are_named_in_one_line(tmp_path: Path) -> None:
    good = net_file(STARTS["kalah"], tmp_path).read_bytes()
    broken = {
        "nothing": b"",
        "no network": b"{}\n",
        "another version": good.replace(b'"plyground-net": 1', b'"plyground-net": 9', 1),
        "cut": good[:-4],
        "too long": good + b"\0\0\0\0",
        "no number": good[:-4] + b"\x00\x00\xc0\x7f",
    }
    for name, content in broken.items():
        file = tmp_path / f"{name}.net"
        file.write_bytes(content)
        with pytest.raises(PlygroundError) as refused:
            ply.player(f"net:{file}")
        assert "\n" not in str(refused.value), name
        assert str(file) in str(refused.value), name


def test_a_network_plays_its_own_game_only(tmp_path: Path) -> None:
    player = ply.player(f"net:{net_file(STARTS['kalah'], tmp_path)}")
    with pytest.raises(PlygroundError, match=r"has learned kalah\(4,3\), not squatter\(5\)"):
        player.choose(ply.position("squatter(5)"))
