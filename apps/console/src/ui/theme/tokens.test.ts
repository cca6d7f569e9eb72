import { describe, expect, it } from 'vitest'
import { contrast, mix, tokensOf } from './tokens.ts'

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
  ]

  it('reads at 4.5:1 on every surface', () => {
    for (const surface of surfaces) {
      for (const word of words) expect(contrast(word, surface)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('reads at 4.5:1 on its own tint', () => {
    for (const word of [tokens.success, tokens.warning, tokens.error, tokens.info]) {
      for (const surface of surfaces) {
        const tint = mix(word, surface, tokens.tintShare)
        expect(contrast(word, tint)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('reads on selected and hovered rows', () => {
    for (const surface of surfaces) {
      const selected = mix(tokens.primary, surface, 0.08)
      for (const word of [tokens.ink, tokens.muted, tokens.primary]) {
        expect(contrast(word, selected)).toBeGreaterThanOrEqual(4.5)
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
})
