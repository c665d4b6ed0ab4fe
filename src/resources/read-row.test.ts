import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { createRowReader, nameColumn, specColumn } from './read-row'

const read = createRowReader(z.object({ name: nameColumn, spec: specColumn }))

test.each(['CRON_TZ=Mars/Olympus 0 9 * * *', 'TZ=Mars/Olympus @daily'])(
  'refuses a document whose schedule is %s, as the form does [FORM-06]',
  (schedule) => {
    expect(() => read({ name: 'x', spec: { schedule } })).toThrow(
      'spec.schedule: "Mars/Olympus" is not a time zone such as Europe/Berlin.'
    )
  }
)

test.each(['CRON_TZ=Europe/Berlin 0 9 * * *', '@every 5m', undefined])(
  'accepts a document whose schedule is %s',
  (schedule) => {
    const spec = { ...(schedule !== undefined && { schedule }) }
    expect(read({ name: 'x', spec })).toEqual({ name: 'x', spec })
  }
)
