// Connect Four's solver: against plain minimax on small boards and late positions, and against the
// values of small boards in the literature.
//
//     connect_four             quick checks, some seconds
//     connect_four --slow      and larger boards, with times and node counts
#include <cstring>

#include "oracle.hpp"

namespace {

using namespace ply;

ConnectFour board(int width, int height) { return ConnectFour({.width = width, .height = height}); }

std::string name_of(const ConnectFour& position) {
    return "connect-four(" + std::to_string(position.width()) + "," +
           std::to_string(position.height()) + ")";
}

// A running game with so many empty cells; other seeds are tried until one lasts that long.
ConnectFour random_position(const ConnectFour& start, int empty, Random& random) {
    for (;;) {
        ConnectFour position = start;
        while (!position.is_over() && count(position.empty()) > empty)
            position.play(random_move(position, random));
        if (!position.is_over()) return position;
    }
}

void test_positions(const ConnectFour& start, int empty, int positions) {
    Random random(static_cast<std::uint64_t>(empty));
    Oracle<ConnectFour> oracle;
    for (int i = 0; i < positions; ++i)
        agree(name_of(start) + " #" + std::to_string(i), random_position(start, empty, random),
              oracle);
}

// First player's results by height (rows, from 4) and width (columns, from 4): J. Tromp's table.
constexpr int unknown = 9;
constexpr int values[5][5] = {{0, 0, -1, 0, -1},
                              {0, 0, 0, 0, 1},
                              {0, 0, -1, 1, -1},
                              {0, 0, 1, 0, unknown},
                              {0, 0, -1, 1, -1}};

void test_value(int width, int height, bool say) {
    const auto solution = solve(board(width, height), {}, {}, {});
    const int expected = values[height - 4][width - 4];
    check(solution.exact() && solution.lower == expected,
          name_of(board(width, height)) + " = " + text(solution));
    check(line_gives(board(width, height), solution.line, expected), "line");
    if (say)
        std::printf("%-20s %3d %12llu nodes %8.2f s\n", name_of(board(width, height)).c_str(),
                    solution.lower, static_cast<unsigned long long>(solution.nodes),
                    solution.seconds);
}

}  // namespace

int main(int count, char** words) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const bool slow = count > 1 && !std::strcmp(words[1], "--slow");
    test_positions(board(4, 4), 16, 1);
    test_positions(board(4, 4), 11, 100);
    test_positions(board(7, 6), 12, slow ? 2000 : 300);
    test_positions(board(7, 6), 16, slow ? 200 : 20);
    test_positions(board(5, 5), 13, 200);
    test_positions(board(9, 5), 12, 100);
    test_positions(board(4, 15), 12, 100);
    test_positions(board(12, 4), 12, 100);
    const int most = slow ? 42 : 25;
    for (int width = 4; width <= 8; ++width)
        for (int height = 4; height <= 8; ++height)
            if (width * height <= most) test_value(width, height, slow);
    return verdict();
}
