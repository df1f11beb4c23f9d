// Answers as JSON text: a writer that is only as large as what the engine says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "../core/effects.hpp"

namespace ply::wasm {

class Json {
public:
    std::string text;

    Json& raw(std::string_view part) {
        text += part;
        return *this;
    }
    Json& key(std::string_view name) {
        separate();
        text += '"';
        text += name;
        text += "\":";
        return *this;
    }
    Json& value(std::string_view words) {
        separate();
        text += '"';
        text += words;  // names of ours only: nothing to escape
        text += '"';
        return *this;
    }
    Json& value(const std::string& words) { return value(std::string_view(words)); }
    Json& value(const char* words) { return value(std::string_view(words)); }
    Json& value(bool yes) {
        separate();
        return raw(yes ? "true" : "false");
    }
    Json& value(int number) { return value(static_cast<long long>(number)); }
    Json& value(long long number) {
        separate();
        return raw(std::to_string(number));
    }
    Json& null() {
        separate();
        return raw("null");
    }
    template <class List, class Write>
    Json& list(const List& items, Write write) {
        separate();
        text += '[';
        for (const auto& item : items) write(item);
        text += ']';
        return *this;
    }
    Json& open() {
        separate();
        text += '{';
        return *this;
    }
    Json& close() {
        text += '}';
        return *this;
    }

private:
    // A comma between two values, but not behind a key or an opening bracket.
    void separate() {
        if (!text.empty() && text.back() != ':' && text.back() != '[' && text.back() != '{')
            text += ',';
    }
};

// One effect: its class, then its fields in order. Cells are names, sides 0 and 1.
template <class G>
class EffectWriter {
public:
    EffectWriter(Json& json, const G& position) : json_(json), position_(position) {}

    template <class Effect>
    void operator()(const Effect& effect) {
        json_.raw(json_.text.back() == '[' ? "[" : ",[");
        json_.value(Effect::name);
        std::apply([this](const auto&... fields) { (write(fields), ...); }, effect.fields());
        json_.raw("]");
    }

private:
    void write(int number) { json_.value(number); }
    void write(const std::string& words) { json_.value(words); }
    void write(Side side) { json_.value(index(side)); }
    void write(Spot spot) { json_.value(name_of_cell(position_, spot.index)); }
    void write(const Spots& spots) {
        json_.list(spots, [this](Spot spot) { write(spot); });
    }
    template <class Value>
    void write(const std::optional<Value>& value) {
        if (value)
            write(*value);
        else
            json_.null();
    }

    Json& json_;
    const G& position_;
};

}  // namespace ply::wasm
