# The shell or a remote: docker build -f deploy/docker/web.Dockerfile --build-arg WORKSPACE=mfe-teacher .
ARG NODE_IMAGE=node:26-bookworm-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:1.28-alpine-slim

# The package.json of every workspace in the lock file; packages are reinstalled only when one of them changes.
FROM ${NODE_IMAGE} AS descriptions
WORKDIR /all
COPY . .
# All files get the same timestamp, so that equal contents produce equal layers.
RUN find . -name package.json -o -name package-lock.json -o -name .npmrc \
    | tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf /descriptions.tar -T -

# All five apps share one installation, so that a build of one reuses the layer of another.
FROM ${NODE_IMAGE} AS installed
WORKDIR /app
COPY --from=descriptions /descriptions.tar /
RUN tar -xf /descriptions.tar \
    && npm ci --workspace shell $(printf -- '--workspace %s ' mfe-*) --ignore-scripts --no-audit --no-fund --loglevel=error

FROM installed AS built
ARG WORKSPACE
COPY packages packages
COPY ${WORKSPACE} ${WORKSPACE}
# Compress once at build time, and leave out source maps.
RUN npm run build --workspace "$WORKSPACE" \
    && find "$WORKSPACE/dist" -name '*.map' -delete \
    && find "$WORKSPACE/dist" -type f -regex '.*\.\(js\|css\|svg\|json\)' -exec gzip -9 -n -k {} + \
    && mv "$WORKSPACE/dist" /built

FROM ${NGINX_IMAGE}
ARG WORKSPACE
ARG NGINX_IMAGE
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="qr-attendance/${WORKSPACE}" \
      org.opencontainers.image.description="QR Attendance System: ${WORKSPACE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="${NGINX_IMAGE}"
COPY deploy/docker/nginx.conf /etc/nginx/nginx.conf
COPY --from=built /built /srv/app
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/healthz"]
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
