# The gateway or a service: docker build -f deploy/docker/node.Dockerfile --build-arg WORKSPACE=services/auth .
ARG NODE_IMAGE=node:26-bookworm-slim

# Production packages of this workspace, from the lock file; reinstalled only when a package.json changes.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
ARG WORKSPACE
COPY package.json package-lock.json .npmrc ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/server/package.json packages/server/
COPY packages/messaging/package.json packages/messaging/
COPY packages/observability/package.json packages/observability/
COPY packages/page-start/package.json packages/page-start/
COPY packages/statements/package.json packages/statements/
COPY packages/tables/package.json packages/tables/
COPY ${WORKSPACE}/package.json ${WORKSPACE}/
# npm resolves development dependencies even when it omits them, so they are removed.
RUN npm pkg set --json workspaces="[\"packages/contracts\",\"packages/server\",\"packages/messaging\",\"packages/observability\",\"packages/page-start\",\"packages/statements\",\"packages/tables\",\"$WORKSPACE\"]" \
    && npm pkg delete devDependencies optionalDependencies scripts \
    && npm pkg delete devDependencies --workspaces
# No install scripts are needed: native packages are prebuilt.
ENV NPM_FLAGS="--ignore-scripts --no-audit --no-fund --loglevel=error"
RUN npm ci $NPM_FLAGS

# Generates the Prisma client, where the workspace has a schema. The generator needs no engine, so none is downloaded.
FROM packages AS generated
ARG WORKSPACE
COPY ${WORKSPACE} /sources
RUN mkdir -p /generated && if [ -f /sources/prisma.config.ts ]; then \
      npm pkg set --workspace "$WORKSPACE" \
        "dependencies.prisma=$(node -p "require('/sources/package.json').devDependencies.prisma")" \
      && npm ci $NPM_FLAGS \
      && cp -r /sources/prisma /sources/prisma.config.ts "$WORKSPACE" && cd "$WORKSPACE" \
      && PRISMA_SCHEMA_ENGINE_BINARY=/bin/true CHECKPOINT_DISABLE=1 npm exec --no -- prisma generate \
      && cp -r --parents src/db/generated /generated; \
    fi

FROM packages AS assembled
ARG WORKSPACE
COPY packages/contracts packages/contracts
COPY packages/server packages/server
COPY packages/messaging packages/messaging
COPY packages/observability packages/observability
COPY packages/page-start packages/page-start
COPY packages/statements packages/statements
COPY packages/tables packages/tables
COPY ${WORKSPACE} ${WORKSPACE}
COPY --from=generated /generated ${WORKSPACE}
COPY deploy/docker/health-check.ts .
RUN rm package-lock.json .npmrc node_modules/.package-lock.json && ln -s "$WORKSPACE/src/main.ts" main.ts

FROM ${NODE_IMAGE}
ARG WORKSPACE
ARG NODE_IMAGE
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="qr-attendance/${WORKSPACE}" \
      org.opencontainers.image.description="QR Attendance System: ${WORKSPACE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
# kafkajs sets some timers below zero, which is harmless.
ENV NODE_ENV=production \
    NODE_OPTIONS="--disable-warning=ExperimentalWarning --disable-warning=TimeoutNegativeWarning" \
    HOST=0.0.0.0 \
    PORT=3000 \
    METRICS_PORT=9100
WORKDIR /app
# A volume mounted here inherits the folder's owner; emails are written to it if there is no mail server.
RUN install -d -m 0700 -o 10001 -g 10001 /var/lib/qr-attendance
COPY --from=assembled /app .
USER 10001:10001
EXPOSE 3000 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s --retries=3 CMD ["node", "health-check.ts"]
STOPSIGNAL SIGTERM
CMD ["node", "main.ts"]
