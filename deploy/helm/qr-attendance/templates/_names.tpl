{{- define "qr.prefix" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels of selectors, which must never change. Takes (list root component). */}}
{{- define "qr.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/part-of: qr-attendance
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Takes (list root component). */}}
{{- define "qr.labels" -}}
{{- $root := index . 0 -}}
{{ include "qr.selector" . }}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end -}}

{{/* Takes (list root name imageValues). */}}
{{- define "qr.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 2 | default dict -}}
{{- $path := compact (list $root.Values.image.registry $root.Values.image.repository (index . 1)) | join "/" -}}
{{- $tag := $image.tag | default $root.Chart.AppVersion -}}
{{- if $image.digest -}}
{{ printf "%s:%s@%s" $path $tag $image.digest }}
{{- else -}}
{{ printf "%s:%s" $path $tag }}
{{- end -}}
{{- end -}}

{{/* Takes a value, and prints large numbers without an exponent. */}}
{{- define "qr.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end -}}

{{/* The services that each service calls over HTTP: the *_URL settings of its config.ts. */}}
{{- define "qr.calls" -}}
{{- dict
  "gateway" (list "auth" "course" "session" "attendance")
  "auth" list
  "course" (list "auth" "session" "attendance")
  "session" (list "auth" "course")
  "attendance" (list "auth" "course" "session")
  | toJson -}}
{{- end -}}

{{/* Web servers by component, of frontends and remoteVersions. */}}
{{- define "qr.frontends" -}}
{{- $all := dict -}}
{{- range $name, $values := .Values.frontends -}}
{{- $remote := $name | trimPrefix "mfe-" -}}
{{- $_ := set $all $name (dict "image" $name "path" (ternary "" $remote (eq $name "shell")) "values" $values) -}}
{{- end -}}
{{- range $name, $version := .Values.remoteVersions -}}
{{- $values := mergeOverwrite (deepCopy (index $.Values.frontends $version.remote)) (omit $version "remote") -}}
{{- $_ := set $all (printf "mfe-%s" $name) (dict "image" $version.remote "path" $name "further" true "values" $values) -}}
{{- end -}}
{{- toJson $all -}}
{{- end -}}

{{/* Hosts of publicOrigins. */}}
{{- define "qr.hosts" -}}
{{- $hosts := list -}}
{{- range .Values.publicOrigins -}}{{- $hosts = append $hosts (get (urlParse .) "hostname") -}}{{- end -}}
{{- toJson (uniq $hosts) -}}
{{- end -}}
