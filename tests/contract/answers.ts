import { alternativesOf, isNullable, type Shape } from './notation'

/** Answers of one shape: how a server may answer without leaving the protocol. */
export const variations = ['full', 'nulls', 'hidden', 'bare', 'more', 'words', 'single', 'empty'] as const
export type Variation = (typeof variations)[number]

/** The variation, in words. */
export const variationNames: Readonly<Record<Variation, string>> = {
  full: 'all members, every type in turn',
  nulls: 'null for every value that may be null',
  hidden: 'null for every value and object that may be null',
  bare: 'no optional members',
  more: 'unknown members',
  words: 'unknown words',
  single: 'lists of one element',
  empty: 'empty lists',
}

/** Elements of a list: more than the types of any value. */
export const LISTED = 3

/** A member and a word that no version of a server has sent so far. */
export const UNKNOWN_MEMBER = 'member_of_a_later_version'
export const UNKNOWN_WORD = 'word_of_a_later_version'

/** The id of the nth element of every list. Elements of several lists refer to each other by it. */
export const idOf = (n: number) => `5a00c0de-0000-4000-8000-${String(n).padStart(12, '0')}`

/** An answer of a shape. @param n which element of a list it is, from 0 */
export function answerOf(shape: Shape, variation: Variation, n = 0): unknown {
  switch (shape.is) {
    case 'either': {
      const of = alternativesOf(shape)
      const isValue = of.every((one) => one.is !== 'object')
      if (isNullable(shape) && (variation === 'hidden' || (variation === 'nulls' && isValue))) return null
      const words = of.filter((one) => one.is === 'word')
      // The words of an enumeration are one type.
      const types = [...of.filter((one) => one.is !== 'word'), ...(words.length > 0 ? [words] : [])]
      const chosen = types[n % types.length]
      const found = Array.isArray(chosen) ? chosen[n % chosen.length] : chosen
      return found ? answerOf(found as Shape, variation, n) : null
    }
    case 'list': {
      const length = variation === 'empty' ? 0 : variation === 'single' ? 1 : LISTED
      return Array.from({ length }, (_none, index) => answerOf(shape.of, variation, index))
    }
    case 'map':
      return variation === 'empty'
        ? {}
        : { first: answerOf(shape.of, variation, n), second: answerOf(shape.of, variation, n + 1) }
    case 'object':
      return Object.fromEntries([
        ...[...shape.members].flatMap(([name, member]) =>
          variation === 'bare' && member.isOptional ? [] : [[name, answerOf(member.shape, variation, n)]]
        ),
        ...(variation === 'more' ? [[UNKNOWN_MEMBER, { of: [n] }]] : []),
      ])
    case 'word':
      return variation === 'words' ? UNKNOWN_WORD : shape.word
    case 'value':
      return valueOf(shape.type, n)
  }
}

function valueOf(type: Extract<Shape, { is: 'value' }>['type'], n: number): unknown {
  switch (type) {
    case 'uuid':
      return idOf(n)
    case 'time':
      // Services end a time with Z, relations with an offset.
      return n % 2 === 0 ? `2026-05-0${1 + (n % 9)}T10:20:30.123456+00:00` : `2026-05-0${1 + (n % 9)}T10:20:30.123Z`
    case 'string':
      return `text ${n}`
    case 'int':
      return 3 + n
    case 'number':
      return 1.5 + n
    case 'bool':
      return n % 2 === 0
    case 'null':
      return null
    case 'json':
    case 'object':
      return {}
    case 'array':
      return []
  }
}
