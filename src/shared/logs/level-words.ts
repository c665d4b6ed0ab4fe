/** Words for the levels of log lines, in small letters. */
export const levelWords = {
  fatal: 'fatal critical crit panic emerg emergency alert ftl fatl',
  error: 'error err severe fail failure eror',
  warning: 'warning warn wrn warnung',
  info: 'info information inf notice note system success log config',
  debug: 'debug dbg dbug fine finer',
  trace: 'trace trc trce verbose vrb finest silly',
} as const

/** All words, as alternatives of a regular expression. */
export const anyLevelWord = Object.values(levelWords).join(' ').replaceAll(' ', '|')
