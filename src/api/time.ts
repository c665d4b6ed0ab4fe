import { z } from 'zod/mini'

/** A moment as the relational API writes it, with or without its offset. */
export const moment = z.iso.datetime({ offset: true, local: true })
