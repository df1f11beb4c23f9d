// Squatter: place pieces, encircle cells. Rules of loops, territory and recapture.
//
// A cell holds a piece of either side or none, and belongs to the territory of either side or none:
// nine states, four bit planes. A piece is *live* outside all territory; only live pieces build
// loops. The order of moves matters (who closed a loop first), so the planes are the whole position.
#pragma once

#include <array>
#include <cstdint>

#include "../game.hpp"
#include "../hash.hpp"
#include "squatter_board.hpp"

namespace ply {

// Four planes, the size, the mover and who is Black.
template <class Board>
struct SquatterState {
    using Word = typename Board::Word;

    std::array<Word, 2> pieces = {};
    std::array<Word, 2> territory = {};
    std::uint8_t size_ = 0;
    Side turn_ = Side::first;
    bool black_first_ = false;

    Word territory_of(Side side) const { return territory[index(side)]; }
    void set_territory(Side side, Word cells) { territory[index(side)] = cells; }
    int size() const { return size_; }
    Side turn() const { return turn_; }
    void pass_turn() { turn_ = other(turn_); }
    bool black_first() const { return black_first_; }
    void describe(int size, Side turn, bool black_first) {
        size_ = static_cast<std::uint8_t>(size);
        turn_ = turn;
        black_first_ = black_first;
    }
    bool operator==(const SquatterState&) const = default;
};

// 11×11 leaves seven bits of every word free. The size and the mover live in those of the last
// plane, which keeps the position at 64 bytes, one cache line, instead of 80.
template <>
struct SquatterState<WideSquatter> {
    using Word = WideSquatter::Word;

    std::array<Word, 2> pieces = {};
    std::array<Word, 2> territory = {};

    Word territory_of(Side side) const { return territory[index(side)] & plane; }
    void set_territory(Side side, Word cells) {
        territory[index(side)] = (territory[index(side)] & ~plane) | cells;
    }
    int size() const { return static_cast<int>(spare() & 15u); }
    Side turn() const { return static_cast<Side>(spare() >> 4 & 1u); }
    void pass_turn() { territory[1] ^= Word{1} << (WideSquatter::num_bits + 4); }
    bool black_first() const { return (spare() >> 5 & 1u) != 0; }
    void describe(int size, Side turn, bool black_first) {
        const int bits = size | index(turn) << 4 | (black_first ? 1 : 0) << 5;
        territory[1] = (territory[1] & plane) | static_cast<Word>(bits) << WideSquatter::num_bits;
    }
    bool operator==(const SquatterState&) const = default;

private:
    static constexpr Word plane = (Word{1} << WideSquatter::num_bits) - 1;
    unsigned spare() const { return static_cast<unsigned>(territory[1] >> WideSquatter::num_bits); }
};

template <class BoardLayout>
class Squatter {
public:
    using Board = BoardLayout;
    using Word = typename Board::Word;
    static constexpr std::size_t max_moves = Board::num_bits;

    struct Setup {
        int size = 7;
        std::array<Word, 2> pieces = {};     // by side
        std::array<Word, 2> territory = {};  // by side
        Side turn = Side::first;
        bool black_first = false;
    };

    Squatter() = default;

    explicit Squatter(const Setup& setup) {
        state_.pieces = setup.pieces;
        state_.territory = setup.territory;
        state_.describe(setup.size, setup.turn, setup.black_first);
    }

    Side turn() const { return state_.turn(); }
    int num_actions() const { return Board::index({size() - 1, size() - 1}) + 1; }

    void legal_moves(Moves<Squatter>& moves) const {
        for_each_bit(free_cells(), [&](int i) { moves.push_back(static_cast<Move>(i)); });
    }

    bool is_legal(Move move) const {
        return move < Board::num_bits && (free_cells() >> move & 1) != 0;
    }

    template <class Watcher = Unwatched>
    void play(Move move, Watcher watcher = {}) {
        const Side mover = turn();
        state_.pieces[index(mover)] |= bit<Word>(move);
        const Word wall = live(mover);
        if (Board::may_separate(wall, move)) capture(mover, wall, watcher);
        state_.pass_turn();
    }

    // The other side plays twice. A piece more is hardly ever worse, except near the end of the game.
    bool allows_null_move() const { return count(free_cells()) > 6; }
    void play_null_move() { state_.pass_turn(); }

    bool is_over() const { return !free_cells(); }
    int most_plies() const { return count(free_cells()); }
    int margin() const { return score(turn()) - score(other(turn())); }

    std::uint64_t hash() const {
        const std::uint64_t mover = static_cast<std::uint64_t>(index(turn()));
        const auto [p, q] = state_.pieces;
        const Word t = territory(Side::first), u = territory(Side::second);
        if constexpr (std::same_as<Word, std::uint64_t>)
            return hash_words(p, q, t, u, mover);
        else
            return hash_words(low_word(p), high_word(p), low_word(q), high_word(q), low_word(t),
                              high_word(t), low_word(u), high_word(u), mover);
    }

    // All eight symmetries of the square keep the rules.
    int num_symmetries(int /*plies*/) const { return 8; }
    int inverse(int s) const { return inverse_symmetry(s); }
    // So few pieces that mirror images of this position are likely to come up in one search.
    bool is_early() const { return count(pieces(Side::first) | pieces(Side::second)) <= 4; }

    Squatter transformed(int s) const {
        Setup setup{.size = size(), .turn = turn(), .black_first = black_first()};
        for (Side side : {Side::first, Side::second}) {
            setup.pieces[index(side)] = ply::transformed(pieces(side), s, size());
            setup.territory[index(side)] = ply::transformed(territory(side), s, size());
        }
        return Squatter(setup);
    }

    Move transformed(Move move, int s) const {
        return static_cast<Move>(Board::index(ply::transformed(Board::cell(move), s, size())));
    }

    int size() const { return state_.size(); }
    bool black_first() const { return state_.black_first(); }
    Word cells() const { return Board::cells(size()); }
    Word pieces(Side side) const { return state_.pieces[index(side)]; }
    Word territory(Side side) const { return state_.territory_of(side); }
    Word captured() const { return territory(Side::first) | territory(Side::second); }
    Word live(Side side) const { return pieces(side) & ~captured(); }
    Word free_cells() const {
        return cells() & ~(pieces(Side::first) | pieces(Side::second) | captured());
    }
    int score(Side side) const { return count(territory(side) & ~pieces(side)); }

    // Cells that a side's live pieces enclose: in every position that play can reach they are its
    // territory already.
    Word enclosed(Side side) const { return enclosed_by(live(side)); }

    bool operator==(const Squatter&) const = default;

private:
    Word enclosed_by(Word wall) const {
        const Word open = cells() & ~wall;
        return open & ~Board::flood(Board::edges(size()) & open, open);
    }

    // Only the mover captures, and everything inside: empty cells, pieces of both sides, territory.
    template <class Watcher>
    void capture(Side mover, Word wall, Watcher watcher) {
        const Word won = enclosed_by(wall);
        if constexpr (is_watched<Watcher>) watcher.encloses(wall, won);
        state_.set_territory(mover, territory(mover) | won);
        state_.set_territory(other(mover), territory(other(mover)) & ~won);
    }

    SquatterState<Board> state_;
};

static_assert(SymmetricGame<Squatter<NarrowSquatter>> && PackedGame<Squatter<NarrowSquatter>> &&
              sizeof(Squatter<NarrowSquatter>) <= 48);
static_assert(SymmetricGame<Squatter<WideSquatter>> && PackedGame<Squatter<WideSquatter>> &&
              sizeof(Squatter<WideSquatter>) <= 64);

}  // namespace ply
