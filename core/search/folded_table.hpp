// The table as one game sees it: early positions share an entry with their mirror images.
#pragma once

#include <optional>

#include "options.hpp"
#include "table.hpp"

namespace ply {

template <Game G>
class FoldedTable {
public:
    FoldedTable(Table& table, const SearchOptions& options) : table_(table), options_(options) {}

    // Where a position is found: its hash, or that of its smallest mirror image.
    struct Key {
        std::uint64_t hash;
        int symmetry = 0;  // leads from the position to the one that is stored
    };
    Key key_of(const G& position, int depth) const {
        return key_of(position, position.hash(), depth);
    }
    Key key_of(const G& position, std::uint64_t hash_of_position, int depth) const {
        Key key{hash_of_position};
        if constexpr (EarlySymmetry<G>) {
            if (!options_.fold_symmetries || !position.is_early()) return key;
            const int symmetries = position.num_symmetries(depth + tuning::quiescence_plies);
            for (int s = 1; s < symmetries; ++s)
                if (const auto hash = position.transformed(s).hash(); hash < key.hash)
                    key = {hash, s};
        }
        return key;
    }

    void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }

    // Knowledge with its move in this position's view.
    std::optional<Knowledge> find(const Key& key, const G& position) const {
        if (!options_.use_table) return {};
        std::optional<Knowledge> known = table_.probe(key.hash);
        if constexpr (SymmetricGame<G>)
            if (known && known->move && key.symmetry)
                known->move = position.transformed(*known->move, position.inverse(key.symmetry));
        return known;
    }

    void store(const Key& key, const G& position, Knowledge known) {
        if (!options_.use_table) return;
        if constexpr (SymmetricGame<G>)
            if (known.move && key.symmetry)
                known.move = position.transformed(*known.move, key.symmetry);
        table_.store(key.hash, known);
    }

private:
    Table& table_;
    const SearchOptions& options_;
};

}  // namespace ply
