import '../canaries.commands'
