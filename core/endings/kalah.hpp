// Kalah endings for search and solver: from a complete table, if the program was given one, or from a
// small one that is filled in as it is asked. The solver builds a larger one as it goes on.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "endings.hpp"
#include "kalah_table.hpp"

namespace ply {

// A complete table in a file. It serves all games with its `kalah_ending_rules`.
struct KalahDatabase {
    KalahRules rules;
    int seeds;
    MappedPages<std::int8_t> values;
};

// All complete tables that this process was given. They are added before a search, by whoever knows
// where files are, and found by every search that begins later.
class KalahDatabases {
public:
    using Found = std::shared_ptr<const KalahDatabase>;

    // Never destroyed: a search may outlive the end of the program.
    static KalahDatabases& shared() {
        static auto* databases = new KalahDatabases();
        return *databases;
    }

    // Replaces a table of the same rules; searches that use the old one keep it.
    void add(const KalahRules& rules, int seeds, MappedPages<std::int8_t> values) {
        const KalahRules key = kalah_ending_rules(rules);
        auto added = std::make_shared<const KalahDatabase>(key, seeds, std::move(values));
        const platform::Guard guard(lock_);
        std::erase_if(all_, [&](const Found& one) { return one->rules == key; });
        all_.push_back(std::move(added));
    }

    void remove(const KalahRules& rules) {
        const KalahRules key = kalah_ending_rules(rules);
        const platform::Guard guard(lock_);
        std::erase_if(all_, [&](const Found& one) { return one->rules == key; });
    }

    Found find(const KalahRules& rules) const {
        const KalahRules key = kalah_ending_rules(rules);
        const platform::Guard guard(lock_);
        for (const Found& one : all_)
            if (one->rules == key) return one;
        return {};
    }

private:
    mutable platform::Mutex lock_;
    std::vector<Found> all_;
};

// Several threads may ask at once.
template <class Layout>
class KalahEndings {
public:
    using G = Kalah<Layout>;
    using Numbers = KalahNumbers<Layout>;

    // Endings with up to `seeds` seeds, or as many as fit into `max_bytes`; more if a complete table
    // has more.
    KalahEndings(const KalahRules& rules, int seeds, std::size_t max_bytes)
        : rules_(rules), number_(rules.houses) {
        if (!has_kalah_endings(rules)) return;
        seeds_ = std::min(seeds, Numbers::fitting_seeds(rules.houses, max_bytes));
        database_ = KalahDatabases::shared().find(rules);
        if (database_ && database_->seeds >= seeds_)
            seeds_ = database_->seeds;
        else
            table_ = std::make_unique<KalahTable<Layout>>(rules, seeds_);
    }

    // Whether they are still the best for these rules.
    bool serve(const KalahRules& rules) const {
        return rules == rules_ && database_ == KalahDatabases::shared().find(rules);
    }

    // What a table may cost: positions for one more seed, and memory for all.
    struct Budget {
        std::size_t positions;
        std::size_t bytes;
    };

    // Builds all endings with more seeds than are known, as far as the budget goes. Other threads may
    // ask meanwhile.
    void grow(const Budget& budget, int threads, const Interrupt& interrupt) {
        if (!has_kalah_endings(rules_)) return;
        const int most = Numbers::fitting_seeds(rules_.houses, budget.bytes);
        for (int built = built_; std::max(built, seeds_) < most;) {
            const int wanted = std::max(built, seeds_) + 1;
            if (size_of(wanted) - size_of(built) > budget.positions) return;
            if (!whole_) whole_ = std::make_unique<KalahTable<Layout>>(rules_, most);
            while (built < wanted) {
                if (!whole_->fill(built + 1, threads, interrupt, {})) return;
                built_.store(++built, std::memory_order_release);
            }
        }
    }

    // What the mover will win from here on, more than the opponent, if that is known. The game is not
    // over, and so many seeds are in the houses.
    std::optional<int> find(const G& position, int open) const {
        if (position.stage() == KalahStage::later && open <= built_.load(std::memory_order_acquire))
            return whole_->known_value(position);
        if (open > seeds_ || position.stage() != KalahStage::later) return {};
        if (table_) return table_->value(position);
        const auto entry =
            database_->values[number_(position.own_word(), position.opponent_word())];
        // A damaged file may have a hole; the position is then searched.
        if (entry == 0) return {};
        return entry - kalah_value_shift;
    }

private:
    std::size_t size_of(int seeds) const {
        return seeds < 0 ? 0 : Numbers::positions(rules_.houses, seeds);
    }

    KalahRules rules_;
    Numbers number_;
    int seeds_ = -1;
    KalahDatabases::Found database_;
    std::unique_ptr<KalahTable<Layout>> table_;
    std::unique_ptr<KalahTable<Layout>> whole_;
    std::atomic<int> built_ = -1;  // the seeds of the largest layer of `whole_` that is complete
};

template <class Layout>
class Endings<Kalah<Layout>> {
public:
    using G = Kalah<Layout>;

    static constexpr bool exist = true;

    // Working out larger endings costs a search more than they save: see docs/methods.md.
    static constexpr int most_seeds = 8;
    static constexpr std::size_t max_bytes = 4u << 20;

    // The table is kept from search to search.
    void prepare(const G& root) {
        if (!known_ || !known_->serve(root.rules()))
            known_.emplace(root.rules(), most_seeds, max_bytes);
    }

    std::optional<Ending> find(const G& position) const {
        if (!known_) return {};
        const int open = position.total_seeds() - G::store(position.own_word()) -
                         G::store(position.opponent_word());
        const auto value = known_->find(position, open);
        if (!value) return {};
        return Ending{position.margin() + *value};
    }

private:
    std::optional<KalahEndings<Layout>> known_;
};

}  // namespace ply
