import { describe, expect, it } from 'vitest'
import { mix, tokensOf } from './tokens.ts'

/** Machado, Oliveira and Fernandes 2009, severity 1: what linear RGB looks like to the colour-blind. */
const visions = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopic: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopic: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopic: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const

type Matrix = readonly (readonly number[])[]

const times = (matrix: Matrix, vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * (vector[index] ?? 0), 0))

const toCones = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]

const toOklab = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]

/** A colour in linear RGB. */
const linearOf = (hex: string): number[] =>
  [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })

/** Contrast ratio of two colours after WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string): number =>
    times([[0.2126, 0.7152, 0.0722]], linearOf(hex))[0] ?? 0
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

/** A colour in OKLab (Ottosson 2020), where distances are alike to the eye; 0.02 is just visible. */
function perceived(hex: string, vision: Matrix): number[] {
  const seen = times(vision, linearOf(hex)).map((part) => Math.min(1, Math.max(0, part)))
  return times(
    toOklab,
    times(toCones, seen).map((part) => Math.cbrt(part)),
  )
}

describe.each(Object.entries(tokensOf))('%s theme', (_, tokens) => {
  const surfaces = [tokens.ground, tokens.paper, tokens.floating]
  const words = [
    tokens.ink,
    tokens.muted,
    tokens.primary,
    tokens.success,
    tokens.warning,
    tokens.error,
    tokens.info,
    tokens.violet,
  ]

  it('reads at 4.5:1 on every surface', () => {
    for (const surface of surfaces) {
      for (const word of words) expect(contrast(word, surface)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('reads at 4.5:1 on its own tint', () => {
    for (const word of [tokens.success, tokens.warning, tokens.error, tokens.info, tokens.violet]) {
      for (const surface of surfaces) {
        const tint = mix(word, surface, tokens.tintShare)
        expect(contrast(word, tint)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('reads on selected and hovered rows, and on alerts', () => {
    for (const surface of surfaces) {
      const rows = [mix(tokens.primary, surface, 0.08), mix(tokens.ink, surface, 0.04)]
      for (const row of rows) {
        for (const word of words) expect(contrast(word, row)).toBeGreaterThanOrEqual(4.5)
      }
      for (const colour of [
        tokens.success,
        tokens.warning,
        tokens.error,
        tokens.info,
        tokens.violet,
      ]) {
        const alert = mix(colour, surface, tokens.tintShare)
        expect(contrast(tokens.ink, alert)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('draws controls and marks at 3:1', () => {
    for (const surface of surfaces) {
      expect(contrast(tokens.controlLine, surface)).toBeGreaterThanOrEqual(3)
      expect(contrast(tokens.seal, surface)).toBeGreaterThanOrEqual(3)
    }
  })

  it('reads on filled buttons and tooltips', () => {
    expect(contrast(tokens.primaryInk, tokens.primary)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.sealInk, tokens.seal)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.tooltipInk, tokens.tooltip)).toBeGreaterThanOrEqual(4.5)
    for (const fill of [tokens.error, mix(tokens.error, tokens.ink, 0.88)]) {
      expect(contrast(tokens.paper, fill)).toBeGreaterThanOrEqual(4.5)
    }
    expect(
      contrast(tokens.primaryInk, mix(tokens.primary, tokens.ink, 0.88)),
    ).toBeGreaterThanOrEqual(4.5)
  })

  it('draws series at 3:1 on paper', () => {
    for (const colour of tokens.charts) {
      expect(contrast(colour, tokens.paper)).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(Object.entries(visions))('tells series apart with %s vision', (_vision, matrix) => {
    const seen = tokens.charts.map((colour) => perceived(colour, matrix))
    for (const [index, one] of seen.entries()) {
      for (const other of seen.slice(index + 1)) {
        expect(Math.hypot(...one.map((part, axis) => part - (other[axis] ?? 0)))).toBeGreaterThan(
          0.05,
        )
      }
    }
  })
})
