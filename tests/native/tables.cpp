// Tables of Kalah endings: how positions are numbered, and how layers are filled.
#include <algorithm>
#include <string>
#include <vector>

#include "../../core/endings/kalah_table.hpp"
#include "checks.hpp"
#include "starts.hpp"

namespace {

using namespace ply;

// All positions with so many seeds, of which the mover has `own`.
template <class Layout, class Visit>
void for_each_position(int houses, int own, int opponent, Visit visit) {
    const KalahNumbers<Layout> numbers(houses);
    auto mine = numbers.first_side(own);
    for (std::size_t i = 0; i < numbers.sides(own); ++i, numbers.advance(mine)) {
        auto theirs = numbers.first_side(opponent);
        for (std::size_t k = 0; k < numbers.sides(opponent); ++k, numbers.advance(theirs))
            visit(mine, theirs);
    }
}

// Every position of a layer has a number of its own, and layers follow each other without gaps.
template <class Layout>
void test_numbers(int houses, int seeds) {
    const KalahNumbers<Layout> number_of(houses);
    std::vector<int> layers(KalahNumbers<Layout>::positions(houses, seeds), -1);
    std::size_t wrong = 0, first = 0;
    for (int layer = 0; layer <= seeds; ++layer) {
        const std::size_t last = KalahNumbers<Layout>::positions(houses, layer);
        for (int own = 0; own <= layer; ++own)
            for_each_position<Layout>(houses, own, layer - own, [&](auto mine, auto theirs) {
                const std::size_t number = number_of(mine, theirs);
                wrong += number < first || number >= last || layers[number] != -1;
                wrong += Kalah<Layout>::seeds_in_houses(mine) != own;
                layers[number] = layer;
            });
        first = last;
    }
    check(wrong == 0 && std::ranges::find(layers, -1) == layers.end(),
          "numbers with " + std::to_string(houses) + " houses");
}

// What a layer is filled with, row by row, is what working out one position after the other says.
template <class Layout>
void test_layers(const KalahRules& rules, int seeds, int threads) {
    KalahTable<Layout> filled(rules, seeds), asked(rules, seeds);
    const Kalah<Layout> board({.rules = kalah_ending_rules(rules)});
    std::size_t wrong = 0;
    for (int layer = 0; layer <= seeds; ++layer) {
        check(filled.fill(layer, threads, {}, {}), "a layer is finished");
        for (int own = 0; own <= layer; ++own)
            for_each_position<Layout>(rules.houses, own, layer - own, [&](auto mine, auto theirs) {
                const auto position = board.with_words(mine, theirs);
                if (!position.is_over())
                    wrong += filled.known_value(position) != asked.value(position);
            });
    }
    check(wrong == 0, "layers with " + std::to_string(rules.houses) + " houses, " +
                          std::to_string(seeds) + " seeds: " + std::to_string(wrong) + " wrong");
}

}  // namespace

int main() {
    test_numbers<NarrowKalah>(3, 9);
    test_numbers<NarrowKalah>(7, 4);
    test_numbers<WideKalah>(9, 3);
    for (int variant = 0; variant < 384; ++variant) {
        const KalahRules rules = kalah_variant(1 + variant % 5, variant);
        // With one to three houses a move goes round the board twice and more.
        const int seeds = rules.houses < 3 ? 20 : rules.houses == 3 ? 14 : 11 - rules.houses;
        if (!rules.majority_ends) test_layers<NarrowKalah>(rules, seeds, 1 + variant % 3);
    }
    test_layers<NarrowKalah>({.houses = 6}, 10, 1);
    test_layers<WideKalah>({.houses = 8, .capture = Capture::always}, 5, 2);
    KalahTable<NarrowKalah> table({.houses = 6}, 20);
    check(!table.fill(20, 2, [] { return true; }, {}), "building is interrupted");
    return verdict();
}
