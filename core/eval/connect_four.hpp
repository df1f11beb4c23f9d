// What a Connect Four position is worth: cells that complete four, and lines that still can.
//
// Near the end the columns fill from below and somebody must play under a threat. With an even number
// of rows the second side can always answer in the same column, so that it gets the even rows (2, 4,
// 6 from the bottom) and the first side the odd ones: a threat on a row of the own parity is the one
// that usually comes true.
#pragma once

#include <array>
#include <string_view>

#include "../games/connect_four.hpp"
#include "linear.hpp"

namespace ply {

struct ConnectFourTerms {
    using Board = ConnectFour::Board;

    enum : std::size_t {
        threats,
        wins_now,
        wins_waiting,
        parity,
        stacked,
        threes,
        twos,
        ones,
        centre,
        num_features
    };
    static constexpr std::array<Feature, num_features> features = {{
        {"threats", "empty cells that complete four"},
        {"wins_now", "cells where the side to move completes four at once"},
        {"wins_waiting", "cells where the opponent of the side to move would complete four next"},
        {"parity", "threats on rows of the own parity: odd rows for the first side, else even"},
        {"stacked", "threats right above another threat of the same side"},
        {"threes", "lines with three own stones and an empty cell"},
        {"twos", "lines with two own stones and two empty cells"},
        {"ones", "lines with one own stone and three empty cells"},
        {"centre", "stones in the middle column, or in the middle two"},
    }};
    static constexpr std::array<std::string_view, 2> phases = {"opening", "late"};

    enum : std::size_t { wins, blocks, makes, gives, wastes, reach, num_action_terms };
    static constexpr std::array<Feature, num_action_terms> actions = {{
        {"wins", "1 if the stone completes four"},
        {"blocks", "1 if the stone takes a cell where the opponent would complete four"},
        {"makes", "threats that the stone makes"},
        {"gives", "1 if the opponent can then complete four right above the stone"},
        {"wastes", "1 if the opponent can then block a threat right above the stone"},
        {"reach", "lines of four on the board that go through the cell"},
    }};
    using Values = std::array<int, num_features>;
    using ActionValues = std::array<int, num_action_terms>;

    static constexpr Selectivity selectivity = {.futility_margin = 120};

    // Weights go over from opening to late as the board fills.
    static constexpr int num_stages = 17;
    static constexpr Blend blend(int stage) { return {1, 0, stage / 16.0}; }
    static int stage(const ConnectFour& position) {
        const int all = position.width() * position.height();
        return 16 * (all - position.plies()) / all;
    }

    static int material(const ConnectFour& position) {
        return ply::count(position.threats(position.turn())) -
               ply::count(position.threats(other(position.turn())));
    }

    static void count(const ConnectFour& position, Values& own, Values& opponent) {
        const Side mover = position.turn();
        count_side(position, mover, own);
        count_side(position, other(mover), opponent);
        own[wins_waiting] = opponent[wins_now] = 0;
    }

    // A win ends the game, and a block is forced: neither tells what the position is worth.
    static bool noisy(const ConnectFour& position, Move move) {
        const Side mover = position.turn();
        const Board threats = position.threats(mover) | position.threats(other(mover));
        return (position.landing(move) & threats) != 0;
    }

    class MoveTerms {
    public:
        explicit MoveTerms(const ConnectFour& position)
            : position_(position),
              own_(position.threats(position.turn())),
              opponent_(position.threats(other(position.turn()))) {}

        ActionValues operator()(Move move) const {
            const Board cell = position_.landing(move), above = cell << 1;
            ActionValues values{};
            values[wins] = (cell & own_) != 0;
            values[blocks] = (cell & opponent_) != 0;
            values[gives] = (above & opponent_) != 0;
            values[wastes] = (above & own_) != 0;
            ConnectFour child = position_;
            child.play(move);
            values[makes] = ply::count(child.threats(position_.turn()) & ~own_);
            for (const int direction : position_.directions())
                values[reach] += lines_through(cell, direction);
            return values;
        }

    private:
        // Walks three steps to either side while they stay on the board.
        int lines_through(Board cell, int direction) const {
            const Board cells = position_.cells();
            int length = 1;
            Board back = cell, on = cell;
            for (int i = 0; i < 3; ++i) {
                back = back >> direction & cells;
                on = on << direction & cells;
                length += (back != 0) + (on != 0);
            }
            return length > 3 ? length - 3 : 0;
        }

        const ConnectFour& position_;
        Board own_, opponent_;
    };

private:
    static void count_side(const ConnectFour& position, Side side, Values& values) {
        const Board own = position.stones(side), empty = position.empty();
        const Board winning = position.threats(side);
        values[threats] = ply::count(winning);
        values[wins_now] = values[wins_waiting] = ply::count(winning & position.landings());
        values[parity] = ply::count(winning & rows_of(position, side));
        values[stacked] = ply::count(winning & winning << 1);
        values[centre] = ply::count(own & middle(position));
        values[threes] = values[twos] = values[ones] = 0;
        for (const int direction : position.directions())
            count_lines(own, ConnectFour::line_starts(own | empty, direction), direction, values);
    }

    // Adds up the stones of all open lines at once: `low`, `high` and `both` are the bits of sums.
    static void count_lines(Board own, Board open, int direction, Values& values) {
        const Board a = own, b = own >> direction, c = own >> 2 * direction,
                    d = own >> 3 * direction;
        const Board odd_left = a ^ b, two_left = a & b, odd_right = c ^ d, two_right = c & d;
        const Board low = odd_left ^ odd_right;
        const Board high = two_left ^ two_right ^ (odd_left & odd_right);
        values[threes] += ply::count(open & low & high);
        values[twos] += ply::count(open & ~low & high);
        values[ones] += ply::count(open & low & ~high);
    }

    static Board rows_of(const ConnectFour& position, Side side) {
        Board rows = 0;
        const Board bottom = position.bottom_row();
        for (int row = index(side); row < position.height(); row += 2) rows |= bottom << row;
        return rows;
    }

    static Board middle(const ConnectFour& position) {
        const int left = (position.width() - 1) / 2, right = position.width() / 2;
        const Board column = (Board{1} << position.height()) - 1;
        return column << left * position.stride() | column << right * position.stride();
    }
};

static_assert(Terms<ConnectFourTerms, ConnectFour>);

}  // namespace ply
