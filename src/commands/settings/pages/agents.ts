import '../agents.commands'
