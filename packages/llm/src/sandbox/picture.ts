import { randomFrom, seedOf } from './content.ts'

/*
 * A small PNG with a text on it. It is not compressed (deflate's stored blocks), so that it needs no library: the format is
 * https://www.w3.org/TR/png-3/, the blocks are https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4.
 */

/** Letters of three by five dots: a digit for each row, its bits from left to right. */
const letters: Readonly<Record<string, string>> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  0: '75557',
  1: '26227',
  2: '61247',
  3: '61216',
  4: '55711',
  5: '74616',
  6: '34652',
  7: '71122',
  8: '25252',
  9: '25316',
  '.': '00002',
  ',': '00024',
  '!': '22202',
  '?': '61202',
  '-': '00700',
  "'": '22000',
  ':': '02020',
  '/': '11244',
}
/** Whatever else is written: one sees that something stands there. */
const otherLetter = '75557'

const dot = 4
const letterWidth = 4 * dot
const lineHeight = 7 * dot
const margin = 3 * dot

/** The file of a picture that shows a text. The same text gives the same bytes. */
export const pictureOf = (text: string, width: number, height: number): Uint8Array =>
  png(drawn(text, width, height), { width, height, palette: paletteOf(text) })

function drawn(text: string, width: number, height: number): Uint8Array {
  const pixels = ground(width, height)
  const perLine = Math.max(1, Math.floor((width - 2 * margin) / letterWidth))
  const most = Math.max(1, Math.floor((height - 2 * margin) / lineHeight))
  for (const [row, line] of linesOf(text, perLine).slice(0, most).entries()) {
    for (const [column, letter] of Array.from(line).entries()) {
      const place = { x: margin + column * letterWidth, y: margin + row * lineHeight }
      write(pixels, width, { letter, ...place })
    }
  }
  return pixels
}

/** Four pictures of a text in a square, numbered. The same text gives the same bytes. */
export function gridOf(text: string, side: number): Uint8Array {
  const pixels = new Uint8Array(side * side)
  const half = Math.floor(side / 2)
  for (const place of [0, 1, 2, 3]) {
    const quarter = drawn(`${place + 1}. ${text}`, half, half)
    const [left, top] = [(place % 2) * half, Math.floor(place / 2) * half]
    for (let y = 0; y < half; y += 1) {
      for (let x = 0; x < half; x += 1) {
        const pixel = quarter[y * half + x] ?? 0
        // Each quarter begins with another band.
        pixels[(top + y) * side + left + x] = pixel === ink ? ink : (pixel + place) % ink
      }
    }
  }
  return png(pixels, { width: side, height: side, palette: paletteOf(text) })
}

/** Bands of four colours, and a fifth for the letters. */
function ground(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels[y * width + x] = Math.floor(((x + y) * 4) / (width + height))
    }
  }
  return pixels
}

const ink = 4

function write(
  pixels: Uint8Array,
  width: number,
  { letter, x, y }: { readonly letter: string; readonly x: number; readonly y: number },
): void {
  if (letter === ' ') return
  const rows = letters[letter] ?? otherLetter
  for (let row = 0; row < 5 * dot; row += 1) {
    const bits = Number(rows[Math.floor(row / dot)])
    for (let column = 0; column < 3 * dot; column += 1) {
      const isInk = ((bits >> (2 - Math.floor(column / dot))) & 1) === 1
      if (isInk) pixels[(y + row) * width + x + column] = ink
    }
  }
}

function linesOf(text: string, perLine: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.toUpperCase().split(/\s+/u)) {
    for (let at = 0; at < word.length || at === 0; at += perLine) {
      const piece = word.slice(at, at + perLine)
      if (line !== '' && line.length + 1 + piece.length > perLine) {
        lines.push(line)
        line = ''
      }
      line = line === '' ? piece : `${line} ${piece}`
    }
  }
  return [...lines, line]
}

function paletteOf(text: string): Uint8Array {
  const random = randomFrom(seedOf(text))
  const tint = [0, 1, 2].map(() => 90 + Math.floor(random() * 100))
  const bands = [0, 1, 2, 3].flatMap((band) => tint.map((part) => part - band * 22))
  return Uint8Array.from([...bands, 255, 255, 255])
}

type Shape = { readonly width: number; readonly height: number; readonly palette: Uint8Array }

function png(pixels: Uint8Array, { width, height, palette }: Shape): Uint8Array {
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  // Eight bits a pixel, by a palette.
  const head = [...bigEndian(width), ...bigEndian(height), 8, 3, 0, 0, 0]
  return joined([
    Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', Uint8Array.from(head)),
    chunk('PLTE', palette),
    chunk('IDAT', stored(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

const blockMost = 65_535

/** A zlib stream of stored blocks. */
function stored(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [Uint8Array.from([0x78, 0x01])]
  for (let at = 0; at < bytes.length; at += blockMost) {
    const block = bytes.subarray(at, at + blockMost)
    const isLast = at + blockMost >= bytes.length
    const size = [block.length & 255, block.length >> 8]
    pieces.push(
      Uint8Array.from([isLast ? 1 : 0, ...size, ...size.map((part) => part ^ 255)]),
      block,
    )
  }
  return joined([...pieces, Uint8Array.from(bigEndian(adler32(bytes)))])
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(name), data])
  const size = Uint8Array.from(bigEndian(data.length))
  return joined([size, named, Uint8Array.from(bigEndian(crc32(named)))])
}

const bigEndian = (value: number): number[] => [24, 16, 8, 0].map((by) => (value >>> by) & 255)

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  }
  return ~crc >>> 0
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
