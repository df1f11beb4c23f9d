"""Java players: their heap fits the limit, and what they only reserve is free."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Limits
from tests.support.limited import played

pytestmark = pytest.mark.usefixtures("nothing_survives")

ENGINE = """
import java.io.*; import java.util.*;
public class Engine {
  static List<byte[]> kept = new ArrayList<>();
  public static void main(String[] words) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("ugi")) System.out.println("ugiok");
      if (line.equals("isready")) System.out.println("readyok");
      if (line.startsWith("go")) {
        for (int i = 0; i < Integer.parseInt(words[0]); i++) kept.add(new byte[1 << 19]);
        if (words.length > 1) { System.err.println(words[1]); System.exit(1); }
        System.out.println("bestmove 1");
      }
      System.out.flush();
    }
  }
}
"""


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Compile a Java engine; returns its spec without arguments."""
    if shutil.which("javac") is None:
        pytest.skip("there is no JDK")
    folder = tmp_path_factory.mktemp("java")
    (folder / "Engine.java").write_text(ENGINE)
    subprocess.run(["javac", "-d", str(folder), str(folder / "Engine.java")], check=True)
    return f"ugi:java -cp {folder} Engine"


@pytest.mark.usefixtures("counted")
def test_java_plays_with_little_memory(java: str) -> None:
    result = played(f"{java} 20", limits=Limits(memory_mb=96))
    # The engine knows one move, which becomes illegal: it has lived as long as that.
    assert (result.reason, len(result.moves) > 0) == (Reason.ILLEGAL, True), result.note
    assert "JAVA_TOOL_OPTIONS" not in result.stderr[0]


@pytest.mark.usefixtures("counted")
def test_a_heap_that_is_only_reserved_is_free(java: str) -> None:
    own = java.replace("java ", "java -Xms1g -Xmx2g ")
    result = played(f"{own} 20", limits=Limits(memory_mb=128))
    assert result.reason == Reason.ILLEGAL, result


@pytest.mark.usefixtures("counted")
def test_a_full_heap_is_memory(java: str) -> None:
    result = played(f"{java} 1000", limits=Limits(memory_mb=128))
    assert result.reason == Reason.MEMORY, result


@pytest.mark.usefixtures("counted")
def test_a_heap_above_the_limit_is_memory(java: str) -> None:
    own = java.replace("java ", "java -Xmx2g -XX:-ExitOnOutOfMemoryError ")
    result = played(f"{own} 1000", limits=Limits(memory_mb=128))
    assert result.reason == Reason.MEMORY, result


def test_words_about_memory_are_only_words(java: str) -> None:
    words = "'Terminating due to java.lang.OutOfMemoryError: no'"
    assert played(f"{java} 1 {words}").reason == Reason.CRASH
