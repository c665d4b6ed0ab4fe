import { expect, test, vi } from 'vitest'
import { DatabaseError } from '../../data/db/db'
import { writeSkippingRefused } from './write-skipping-refused'

const items = Array.from({ length: 100 }, (_, index) => index)

test.each(['22P05', '23514', '54000'])('writes all items except those refused with %s', async (code) => {
  const written: number[] = []
  const refused = vi.fn<(item: number) => void>()
  await writeSkippingRefused(
    items,
    async (some) => {
      if (some.includes(7) || some.includes(60)) throw new DatabaseError('no', code)
      written.push(...some)
    },
    refused
  )
  expect(written).toEqual(items.filter((item) => item !== 7 && item !== 60))
  expect(refused.mock.calls.map(([item]) => item)).toEqual([7, 60])
})

test.each([new DatabaseError('away', '57P01'), new Error('Connection terminated')])(
  'does not retry %s',
  async (error) => {
    const write = vi.fn<() => Promise<void>>().mockRejectedValue(error)
    await expect(writeSkippingRefused(items, write, () => {})).rejects.toBe(error)
    expect(write).toHaveBeenCalledTimes(1)
  }
)
