import { pages } from '@/shared/routing/registry'
import { type Command, defineCommand } from '../command'
import { pageAvailability } from '../go'
import { defineCommands } from '../registry'

/** The commands that open pages. */
export const goCommands = defineCommands(
  pages.flatMap((page): readonly Command[] => {
    const { path, access, go } = page
    if (!go) return []
    const { keys: _keys, ...described } = go
    return [
      defineCommand({
        ...described,
        ...(access && { feature: access.feature }),
        group: 'Go',
        available: (context) => pageAvailability(context, page),
        effect: 'view',
        run: (_args, { navigate }) => navigate(path),
      }),
    ]
  })
)
