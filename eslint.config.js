import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "dist/", ".venv/", "docs/"] },
  js.configs.recommended,
  {
    rules: {
      "complexity": ["error", 12],
      "eqeqeq": "error",
      "max-len": ["error", { code: 100, ignoreUrls: true }],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 50, skipComments: true }],
      "max-params": ["error", 5],
      "no-console": "error",
      "no-eval": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["src/plyground/web/static/**"], languageOptions: { globals: globals.browser } },
  {
    files: ["tests/web/javascript/**"],
    languageOptions: { globals: globals.node },
    rules: { "max-lines-per-function": "off" },
  },
];
