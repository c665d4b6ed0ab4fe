import { pages, resources } from '@/shared/routing/registry'
import { type Command, defineCommand } from '../command'
import { listAvailability, pageAvailability } from '../go'
import { defineCommands } from '../registry'

/** The commands that open pages. */
export const goCommands = defineCommands(
  pages.flatMap((page): readonly Command[] => {
    const { path, access, go } = page
    if (!go) return []
    const { keys: _keys, ...described } = go
    const resource = resources.find(({ list }) => list === page)
    return [
      defineCommand({
        ...described,
        ...(access && { feature: access.feature }),
        group: 'Go',
        available: (context) => (resource ? listAvailability(context, resource) : pageAvailability(context, page)),
        effect: 'view',
        run: (_args, { navigate }) => navigate(path),
      }),
    ]
  })
)
