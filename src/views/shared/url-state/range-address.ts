import type { TimeRange } from '@/lib/time/range'
import type { RangeCodec } from '@/lib/time/range-codec'
import { timeRangeParams } from './fields'
import { changeAddress, defineUrlState } from './url-state'

type Options<I extends TimeRange | undefined> = {
  codec: RangeCodec
  /** The range of an address without one; undefined for any time. */
  initial: I
  /** Another change of the address when the range changes, such as a return to the first page. */
  alongside?(search: string): string
}

export type RangeAddress<I extends TimeRange | undefined> = {
  initial: I
  /** The range of an address; the initial one if it has none or an invalid one, whose error is `fault`. */
  parse(search: string): { range: TimeRange | I; isChosen: boolean; fault?: string | undefined }
  /** Writes a range into the current address; undefined removes it. */
  set(range: TimeRange | undefined): void
}

const url = defineUrlState(timeRangeParams)

/** Defines how the address of a page contains a time range. */
export const defineRangeAddress = <const I extends TimeRange | undefined>({
  codec,
  initial,
  alongside = (search) => search,
}: Options<I>): RangeAddress<I> => ({
  initial,
  parse(search) {
    const { range, fault } = codec.read(url.parse(search))
    return { range: range ?? initial, isChosen: range !== undefined, fault }
  },
  set(range) {
    changeAddress('replace', (search) => url.format(search, codec.write(range)), alongside)
  },
})

/** The address of a page without a time range, which may have the parameters of one for other reasons. */
export const noRangeAddress: RangeAddress<undefined> = {
  initial: undefined,
  parse: () => ({ range: undefined, isChosen: false }),
  set: () => undefined,
}
