import '../flags.commands'
