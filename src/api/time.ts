import { z } from 'zod/mini'

/** A time in the format of the relational API, with or without its offset. */
export const timestamp = z.iso.datetime({ offset: true, local: true })
