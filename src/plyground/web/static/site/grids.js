/** What the boards with rows and columns share. */

/**
 * @param {number} column
 * @param {number} row
 */
export const cellName = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;

/**
 * The rows of a picture.
 * @param {string} cells
 * @param {number} width
 */
export function rowsOf(cells, width) {
  return Array.from({ length: cells.length / width }, (_, i) => (
    cells.slice(i * width, (i + 1) * width)));
}

/**
 * The cells of rows joined by `/`, where each is one of the symbols.
 * @param {string} word
 * @param {number} width
 * @param {{height: number, symbols: string}} grid
 */
export function readRows(word, width, { height, symbols }) {
  const rows = word.split("/");
  const fits = rows.length === height && rows.every((row) => row.length === width);
  const cells = [...rows.join("")];
  if (!fits || !cells.every((cell) => symbols.includes(cell))) {
    throw new Error("This is not a position of this game.");
  }
  return cells;
}
