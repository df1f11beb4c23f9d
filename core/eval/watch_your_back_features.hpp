// What Watch Your Back! positions and moves are judged by: the names and meanings of the numbers.
//
// The heat map gives squares that symmetry makes equal one number, named by their first square; the
// class of d4 is `middle`. A corner `X` holds no piece.
//
//        a  b  c  d
//     1  X  b1 c1 d1      ring 0, gone at turn 128
//     2     b2 c2 d2      ring 1, gone at turn 192
//     3        c3 d3      ring 2
//     4           d4
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "linear.hpp"

namespace ply {

struct WatchYourBackFeatures {
    static constexpr std::array<std::string_view, 4> phases = {"placing", "moving", "shrunk",
                                                               "last"};

    enum : std::size_t {
        pieces,
        centre_distance,
        mobility,
        stuck,
        clusters,
        edge_danger,
        next_to_corner,
        enemy_distance,
        sure_captures,
        captures_now,
        threats,
        home,
        heat_b1,
        heat_c1,
        heat_d1,
        heat_b2,
        heat_c2,
        heat_d2,
        heat_c3,
        heat_d3,
        middle,
        num_features
    };
    static constexpr std::array<Feature, num_features> features = {{
        {"pieces", "pieces on the board"},
        {"centre_distance", "steps from its pieces to the middle squares, added up"},
        {"mobility", "steps and jumps to squares that are not between two hostile ones"},
        {"stuck", "pieces without any such step or jump"},
        {"clusters", "blocks of 2 by 2 pieces"},
        {"edge_danger", "pieces that the next shrink removes, times how near it is (0 to 23)"},
        {"next_to_corner", "pieces next to a corner"},
        {"enemy_distance", "steps to the nearest enemy, 3 at most, added up; after a shrink"},
        {"sure_captures", "captures at hand on different squares, less the one a reply prevents"},
        {"captures_now", "enemies that the side to move can capture"},
        {"threats", "enemies that the side that waits could capture"},
        {"home", "while placing: pieces in the two rows that the enemy may not place in"},
        {"heat_b1", "pieces on b1-type squares"},
        {"heat_c1", "pieces on c1-type squares"},
        {"heat_d1", "pieces on d1-type squares"},
        {"heat_b2", "pieces on b2-type squares"},
        {"heat_c2", "pieces on c2-type squares"},
        {"heat_d2", "pieces on d2-type squares"},
        {"heat_c3", "pieces on c3-type squares"},
        {"heat_d3", "pieces on d3-type squares"},
        {"middle", "pieces on the four middle squares (d4 and its mirror images)"},
    }};
    using Values = std::array<int, num_features>;

    enum : std::size_t {
        captures,
        dies,
        towards_centre,
        near_enemy,
        surrounds,
        forms_cluster,
        takes_middle,
        leaves_middle,
        threatens,
        sure_capture,
        flees,
        blocks,
        exposes,
        num_action_terms
    };
    static constexpr std::array<Feature, num_action_terms> actions = {{
        {"captures", "enemies captured"},
        {"dies", "the arriving piece is eliminated"},
        {"towards_centre", "steps nearer to the middle; while placing, less the steps to it"},
        {"near_enemy", "2 next to an enemy, 1 if the nearest is two steps away"},
        {"surrounds", "takes the last free neighbour of an enemy"},
        {"forms_cluster", "completes a block of 2 by 2 pieces"},
        {"takes_middle", "arrives on a middle square"},
        {"leaves_middle", "leaves a middle square"},
        {"threatens", "attacks an enemy whose far side another piece can reach"},
        {"sure_capture", "attacks two such enemies at once: one reply rarely saves both"},
        {"flees", "moves a piece that could be captured next turn"},
        {"blocks", "takes the square that the enemy needs for a capture"},
        {"exposes", "arrives between a hostile square and one that the enemy can reach"},
    }};
    using ActionValues = std::array<int, num_action_terms>;
};

}  // namespace ply
