/** Modules that are found by their place, by the name of the file without its last two endings: `team.members`. */
export const findByPlace = <M>(modules: Readonly<Record<string, () => Promise<M>>>): Record<string, () => Promise<M>> =>
  Object.fromEntries(Object.entries(modules).map(([file, load]) => [file.replace(/^.*\/|\.\w+\.tsx$/g, ''), load]))
