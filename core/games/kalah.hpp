// Kalah with any number of houses and seeds, and every rule variant of its literature.
//
// Each side is a word of lanes (kalah_lanes.hpp). Sowing is an addition: a whole lap adds one to every
// lane, the rest adds a run of ones. The words belong to the mover and to its opponent and change
// places when the turn passes.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../bitboard.hpp"
#include "../game.hpp"
#include "../hash.hpp"
#include "../random.hpp"
#include "kalah_lanes.hpp"
#include "kalah_playouts.hpp"
#include "kalah_sowing.hpp"

namespace ply {

enum class Capture : std::uint8_t { opposite, always, never };
enum class Sweep : std::uint8_t { owner, none, last_mover, empty_side };

struct KalahRules {
    std::uint8_t houses = 6;
    std::uint8_t seeds = 4;  // per house at the start; only the game's name needs it
    Capture capture = Capture::opposite;
    Sweep sweep = Sweep::owner;
    bool swap : 1 = false;                 // the second action may be an exchange of seats
    bool first_extra_turn : 1 = true;      // the very first move can earn an extra turn
    bool ends_at_mover_empty : 1 = false;  // only the next mover's empty houses end the game
    bool majority_ends : 1 = false;
    bool skip_origin : 1 = false;  // later laps leave out the house sown from

    // Standard rules, whatever the size and however the first two actions go.
    bool standard() const {
        return capture == Capture::opposite && sweep == Sweep::owner && !ends_at_mover_empty &&
               !majority_ends && !skip_origin;
    }
    bool operator==(const KalahRules&) const = default;
};

// What the first two actions still allow; `later` at once where the rules give them no meaning.
enum class KalahStage : std::uint8_t { opening, reply, later };

template <class Layout>
class Kalah {
    using Lanes = KalahLanes<Layout>;
    using Sowing = KalahSowing<Layout>;

public:
    using Word = typename Layout::Word;
    using Counts = std::array<int, Layout::max_houses + 1>;  // houses from the left, then the store

    static constexpr int max_houses = Layout::max_houses;
    static constexpr int max_seeds = (1 << Layout::lane_bits) - 1;  // on the whole board
    static constexpr std::size_t max_moves = max_houses + 1;

    struct Setup {
        KalahRules rules;
        Counts south = {};
        Counts north = {};
        bool north_to_move = false;
        bool swapped = false;  // the first player sits north
        KalahStage stage = KalahStage::opening;
    };

    Kalah() = default;

    explicit Kalah(const Setup& setup)
        : own_(pack(setup.north_to_move ? setup.north : setup.south, setup.rules.houses)),
          opponent_(pack(setup.north_to_move ? setup.south : setup.north, setup.rules.houses)),
          rules_(setup.rules),
          turn_(setup.north_to_move != setup.swapped ? Side::second : Side::first),
          swapped_(setup.swapped),
          stage_(reached(setup.stage)) {
        total_ = static_cast<std::uint16_t>(Lanes::sum(own_) + Lanes::sum(opponent_));
        plain_ = is_plain();
        if (is_over()) sweep(/*mover_moved_last=*/false, Unwatched{});
    }

    Side turn() const { return turn_; }
    int num_actions() const { return rules_.houses + (rules_.swap ? 1 : 0); }
    Move swap_move() const { return rules_.houses; }

    void legal_moves(Moves<Kalah>& moves) const {
        if (is_over()) return;
        const int lowest_house = lane_of(0);
        for (Word filled = Lanes::filled(own_ & Lanes::house_lanes); filled; filled &= filled - 1)
            moves.push_back(static_cast<Move>(lowest(filled) / Layout::lane_bits - lowest_house));
        if (stage_ == KalahStage::reply) moves.push_back(swap_move());
    }

    bool is_legal(Move move) const {
        if (is_over() || move > rules_.houses) return false;
        return move == swap_move() ? stage_ == KalahStage::reply
                                   : Lanes::lane(own_, lane_of(move)) > 0;
    }

    template <class Watcher = Unwatched>
    void play(Move move, Watcher watcher = {}) {
        if constexpr (is_watched<Watcher>) watcher.begins(*this, move);
        if (plain_) [[likely]]
            return play_house<true>(lane_of(move), watcher);
        if (move != swap_move()) return play_house<false>(lane_of(move), watcher);
        // The players change seats, the board stays: still north's move, now the other player's.
        swapped_ = !swapped_;
        turn_ = other(turn_);
        stage_ = KalahStage::later;
        plain_ = is_plain();
    }

    // Draws one legal move without listing all: the heart of a random game.
    template <class Source>
    Move random_move(Source& random) const {
        const Word filled = Lanes::filled(own_ & Lanes::house_lanes);
        const int houses = count(filled);
        const int choices = houses + (!plain_ && stage_ == KalahStage::reply ? 1 : 0);
        const int chosen = static_cast<int>(random.below(static_cast<std::uint32_t>(choices)));
        if (!plain_ && chosen == houses) return swap_move();
        return static_cast<Move>(Lanes::nth_filled(filled, chosen) - lane_of(0));
    }

    // Plays one random move, drawn like `random_move`; true while the game goes on.
    template <class Source>
    bool play_random(Source& random) {
        if (!plain_) [[unlikely]] {
            play(random_move(random));
            return !is_over();
        }
        const Word filled = Lanes::filled(own_ & Lanes::house_lanes);
        const auto houses = static_cast<std::uint32_t>(count(filled));
        play_house<true>(Lanes::nth_filled(filled, static_cast<int>(random.below(houses))),
                         Unwatched{});
        return !is_over_by<true>();
    }

    // Plays games as `play_random` would, eight at a time; those of other rules it leaves alone.
    static void play_random_games(std::span<RandomGame<Kalah>> games, int most_plies)
        requires Sowing::is_tabulated
    {
        for (; !games.empty() && KalahPlayouts::is_supported();) {
            KalahPlayouts batch(games[0].start->rules_.houses, games[0].start->total_);
            const auto some = games.first(std::min(games.size(), KalahPlayouts::width));
            for (std::size_t i = 0; i < some.size(); ++i)
                some[i].start->join(batch, i, some[i].seed);
            batch.play(most_plies);
            for (std::size_t i = 0; i < some.size(); ++i) some[i].result = batch.result(i);
            games = games.subspan(some.size());
        }
    }

    // What a move wins at once: another turn, seeds captured (the capturing one included).
    struct Gain {
        bool again;
        int captured;
    };
    Gain gain(Move move) const {
        if (move == swap_move()) return {false, 0};
        const int origin = lane_of(move);
        Kalah sown = *this;
        const int seeds = sown.sow_whole_laps(origin);
        const Sowing& sowing = sowing_at(origin, seeds);
        const Word prey = (sown.opponent_ + sowing.opponent) & sowing.facing_lane;
        const bool lone = ((sown.own_ + sowing.own) & sowing.last_lane) == sowing.last_one;
        const bool takes =
            lone &&
            (rules_.capture == Capture::opposite ? prey != 0 : rules_.capture == Capture::always);
        return {sowing.passes == 0, takes ? store(prey << sowing.prey_shift) + 1 : 0};
    }

    bool is_over() const { return plain_ ? is_over_by<true>() : is_over_by<false>(); }

    int margin() const { return store(own_) - store(opponent_); }

    std::uint64_t hash() const {
        const std::uint64_t rights = static_cast<std::uint64_t>(index(turn_)) |
                                     static_cast<std::uint64_t>(swapped_) << 1 |
                                     static_cast<std::uint64_t>(stage_) << 2;
        if constexpr (std::same_as<Word, std::uint64_t>)
            return hash_words(own_, opponent_, rights);
        else
            return hash_words(low_word(own_), high_word(own_), low_word(opponent_),
                              high_word(opponent_), rights);
    }

    // Plain views; `south` and `north` are seats, whoever sits there.
    const KalahRules& rules() const { return rules_; }
    bool north_to_move() const { return (turn_ == Side::second) != swapped_; }
    bool swapped() const { return swapped_; }
    KalahStage stage() const { return stage_; }
    int total_seeds() const { return total_; }
    Counts south() const { return unpack(north_to_move() ? opponent_ : own_); }
    Counts north() const { return unpack(north_to_move() ? own_ : opponent_); }

    // The mover's and the opponent's words, for evaluation and solving. Houses count from 0.
    Word own_word() const { return own_; }
    Word opponent_word() const { return opponent_; }
    int seeds(Word word, int house) const { return Lanes::lane(word, lane_of(house)); }
    static int store(Word word) { return Lanes::lane(word, top); }
    static int seeds_in_houses(Word word) { return Lanes::sum(word & Lanes::house_lanes); }
    static constexpr int store_lane = Layout::max_houses;
    int first_lane() const { return lane_of(0); }

    // The same game with other seeds on the board, stores included, and its first two actions behind
    // it. Nothing is swept, even if the game is over.
    Kalah with_words(Word own, Word opponent) const {
        Kalah other = *this;
        other.own_ = own;
        other.opponent_ = opponent;
        other.total_ = static_cast<std::uint16_t>(Lanes::sum(own) + Lanes::sum(opponent));
        other.stage_ = KalahStage::later;
        other.plain_ = other.is_plain();
        return other;
    }

    static constexpr int lane_of_seed(int houses, int origin, int n) {
        return Sowing::lane_of_seed(houses, origin, n);
    }
    int lap() const { return 2 * rules_.houses + 1 - rules_.skip_origin; }

    bool operator==(const Kalah&) const = default;

private:
    static constexpr int top = store_lane;

    int lane_of(int house) const { return top - rules_.houses + house; }

    static Word pack(const Counts& counts, int houses) {
        Word word = 0;
        for (int i = 0; i <= houses; ++i) word |= Lanes::at(top - houses + i, counts[i]);
        return word;
    }

    Counts unpack(Word word) const {
        Counts counts{};
        for (int i = 0; i <= rules_.houses; ++i) counts[i] = seeds(word, i);
        return counts;
    }

    void join(KalahPlayouts& batch, std::size_t i, std::uint64_t seed) const {
        if (plain_) batch.add(i, {own_, opponent_, seed, turn_ == Side::first});
    }

    // A stage is only told apart where the rules do: otherwise equal futures would hash differently.
    KalahStage reached(KalahStage stage) const {
        const bool matters =
            stage == KalahStage::opening ? rules_.swap || !rules_.first_extra_turn : rules_.swap;
        return matters ? stage : KalahStage::later;
    }

    // From here on standard rules and nothing else: the compiler may forget all variants.
    bool is_plain() const { return stage_ == KalahStage::later && rules_.standard(); }

    // Branches that depend on where the last seed falls are as good as random to a processor, so
    // captures and the change of turns are decided by masks.
    template <bool Plain, class Watcher>
    void play_house(int origin, Watcher watcher) {
        finish_move<Plain>(sowing_at(origin, sow_whole_laps<Plain>(origin)), watcher);
    }

    decltype(auto) sowing_at(int origin, int seeds) const {
        if constexpr (Sowing::is_tabulated)
            return (kalah_sowings<Layout>[rules_.houses][origin][seeds]);
        else
            return Sowing::of(rules_.houses, origin, seeds);
    }

    // The seeds of a house that are left after all whole laps: usually all of them.
    template <bool Plain = false>
    int sow_whole_laps(int origin) {
        const int lap = Plain ? 2 * rules_.houses + 1 : this->lap();
        const int seeds = Lanes::lane(own_, origin);
        if (seeds < lap) [[likely]]
            return seeds;
        return sow_laps(origin, seeds, lap);
    }

    // Sows whole laps and returns the seeds left. With a skipped origin the last lap is left whole,
    // because its last seed does not fall where it began.
    int sow_laps(int origin, int seeds, int lap) {
        const int first = lane_of(0);
        const int laps = rules_.skip_origin ? (seeds - 1) / lap : seeds / lap;
        own_ -= Lanes::at(origin, laps * lap + (rules_.skip_origin ? laps : 0));
        own_ += Lanes::run(first, top + 1) * static_cast<Word>(laps);
        opponent_ += Lanes::run(first, top) * static_cast<Word>(laps);
        return seeds - laps * lap;
    }

    template <bool Plain, class Watcher>
    void finish_move(const Sowing& sowing, Watcher watcher) {
        Word own = own_ + sowing.own;
        Word opponent = opponent_ + sowing.opponent;
        const Word prey = opponent & sowing.facing_lane;
        const bool wanted = Plain || rules_.capture == Capture::opposite
                                ? prey != 0
                                : rules_.capture == Capture::always;
        const bool takes = ((own & sowing.last_lane) == sowing.last_one) & wanted;
        if constexpr (is_watched<Watcher>)
            if (takes) watcher.captures(own & sowing.last_lane, prey);
        const Word taken = Word{0} - static_cast<Word>(takes);
        own += ((prey << sowing.prey_shift) + sowing.capturing) & taken;
        opponent -= prey & taken;

        Word passes = sowing.passes;
        if constexpr (!Plain) {
            if (stage_ == KalahStage::opening && !rules_.first_extra_turn) passes = ~Word{0};
            if (stage_ != KalahStage::later) advance_stage(passes == 0);
        }
        const Word change = (own ^ opponent) & passes;
        own_ = own ^ change;
        opponent_ = opponent ^ change;
        turn_ = static_cast<Side>(index(turn_) ^ static_cast<int>(passes & 1));
        if (is_over_by<Plain>()) [[unlikely]]
            sweep(/*mover_moved_last=*/passes == 0, watcher);
        else if constexpr (is_watched<Watcher>)
            if (passes == 0) watcher.moves_again();
    }

    // Only north may swap: an extra turn for south uses the right up.
    void advance_stage(bool again) {
        const bool opens_reply = stage_ == KalahStage::opening && !again;
        stage_ = opens_reply ? reached(KalahStage::reply) : KalahStage::later;
        plain_ = is_plain();
    }

    template <bool Plain>
    bool is_over_by() const {
        const bool own_empty = !(own_ & Lanes::house_lanes),
                   opponent_empty = !(opponent_ & Lanes::house_lanes);
        if constexpr (Plain) return own_empty | opponent_empty;
        return own_empty || (opponent_empty && !rules_.ends_at_mover_empty) || has_majority();
    }

    bool has_majority() const {
        return rules_.majority_ends && 2 * std::max(store(own_), store(opponent_)) > total_;
    }

    // Moves what is left on the board into the stores. Nothing is swept after a majority.
    template <class Watcher>
    void sweep(bool mover_moved_last, Watcher watcher) {
        if (rules_.sweep == Sweep::none || has_majority()) return;
        const Row left = {own_ & Lanes::house_lanes, opponent_ & Lanes::house_lanes};
        const Row to_own = own_share(left, mover_moved_last);
        const Row to_opponent = {left.own ^ to_own.own, left.opponent ^ to_own.opponent};
        own_ ^= left.own;
        opponent_ ^= left.opponent;
        own_ += Lanes::at(top, Lanes::sum(to_own.own) + Lanes::sum(to_own.opponent));
        opponent_ += Lanes::at(top, Lanes::sum(to_opponent.own) + Lanes::sum(to_opponent.opponent));
        if constexpr (is_watched<Watcher>) {
            const bool north = north_to_move();
            watcher.sweeps(north, to_own.own, to_own.opponent);
            watcher.sweeps(!north, to_opponent.opponent, to_opponent.own);
        }
    }

    // The houses of both sides that the own store is given at the end; the other store gets the rest.
    struct Row {
        Word own;
        Word opponent;
    };
    Row own_share(const Row& left, bool mover_moved_last) const {
        if (rules_.sweep == Sweep::last_mover) return mover_moved_last ? left : Row{0, 0};
        if (rules_.sweep == Sweep::empty_side) return {0, left.opponent};
        return {left.own, 0};
    }

    Word own_ = 0;
    Word opponent_ = 0;
    std::uint16_t total_ = 0;
    KalahRules rules_;
    Side turn_ = Side::first;
    bool swapped_ = false;
    KalahStage stage_ = KalahStage::later;
    bool plain_ = false;
};

static_assert(PackedGame<Kalah<NarrowKalah>> && sizeof(Kalah<NarrowKalah>) <= 48);
static_assert(PackedGame<Kalah<WideKalah>> && sizeof(Kalah<WideKalah>) <= 64);

}  // namespace ply
