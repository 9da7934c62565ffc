import { Rational } from '../figures/rational.ts'
import type { Price } from './judgements.ts'

/** What has to be known of a model to say what a run may cost at most. */
export interface KnownModel {
  price: Price
  /** The most tokens that a reply can have, reasoning included, by the provider's documentation. */
  mostOutputTokens: number
}

/** The models whose list price is known here: the one that the published measurement was reckoned with. */
export const knownModels: ReadonlyMap<string, KnownModel> = new Map([
  ['gpt-5-mini', { price: { input: Rational.of(1, 4), output: Rational.of(2) }, mostOutputTokens: 128_000 }],
])
