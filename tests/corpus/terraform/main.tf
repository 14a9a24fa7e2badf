terraform {
  required_version = ">= 1.5"
}

provider "aws" {
  region = var.region
}

# Where it runs.
variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  name = "shop-${var.stage}"
  tags = {
    Name = local.name
  }
}

data "aws_ami" "ubuntu" {
  most_recent = true
}

resource "aws_instance" "web" {
  ami           = data.aws_ami.ubuntu.id
  subnet_id     = module.net.subnets[0]
  tags          = merge(local.tags, { Role = "web" })
  user_data     = <<-EOT
    echo ${local.name}
    resource "aws_fake" "fake" {
  EOT
  depends_on    = [aws_security_group.web]
  count         = length(each.value)
}

// TODO: narrower
resource "aws_security_group" "web" {
  ingress {
    description = "resource \"aws_fake\" \"two\" {"
    from_port   = var.ports["http"]
  }
}

module "net" {
  source = "../modules/net"
  cidr   = var.cidr
}

module "public" {
  source = "terraform-aws-modules/vpc/aws"
}

output "address" {
  value = aws_instance.web[0].public_ip
}

# FACT: reading structure
# FACT: package module
# FACT: symbol namespace terraform 1-3 public
# FACT: symbol namespace provider.aws 5-7 public
# FACT: symbol variable var.region 10-13 public
# FACT: doc var.region Where it runs.
# FACT: symbol constant local.name 16-16 public
# FACT: symbol constant local.tags 17-19 public
# FACT: symbol class data.aws_ami.ubuntu 22-24 public
# FACT: symbol class aws_instance.web 26-36 public
# FACT: symbol class aws_security_group.web 39-44 public
# FACT: doc aws_security_group.web TODO: narrower
# FACT: symbol namespace module.net 46-49 public
# FACT: symbol namespace module.public 51-53 public
# FACT: symbol property output.address 55-57 public
# FACT: comment todo 38 in - TODO: narrower
# FACT: import module 47 ../modules/net
# FACT: use value 6 var.region in provider.aws times 1
# FACT: use value 16 var.stage in local.name times 1
# FACT: use value 18 local.name in local.tags times 1
# FACT: use value 27 data.aws_ami.ubuntu in aws_instance.web times 1
# FACT: use value 28 module.net in aws_instance.web times 1
# FACT: use value 29 local.tags in aws_instance.web times 1
# FACT: use value 31 local.name in aws_instance.web times 1
# FACT: use value 34 aws_security_group.web in aws_instance.web times 1
# FACT: use value 42 var.ports in aws_security_group.web times 1
# FACT: use value 48 var.cidr in module.net times 1
# FACT: use value 56 aws_instance.web in output.address times 1
# FACT: signature terraform terraform
# FACT: signature provider.aws provider "aws"
# FACT: signature var.region variable "region"
# FACT: signature local.name name = "shop-${var.stage}"
# FACT: signature local.tags tags = { Name = local.name }
# FACT: signature data.aws_ami.ubuntu data "aws_ami" "ubuntu"
# FACT: signature aws_instance.web resource "aws_instance" "web"
# FACT: signature aws_security_group.web resource "aws_security_group" "web"
# FACT: signature module.net module "net"
# FACT: signature module.public module "public"
# FACT: signature output.address output "address"
# FACT: chunk symbol 1-3 of terraform
# FACT: chunk symbol 5-7 of provider.aws
# FACT: chunk rest 9-20 of -
# FACT: chunk symbol 22-24 of data.aws_ami.ubuntu
# FACT: chunk symbol 26-36 of aws_instance.web
# FACT: chunk symbol 38-44 of aws_security_group.web
# FACT: chunk symbol 46-49 of module.net
# FACT: chunk symbol 51-53 of module.public
# NONE: symbol class aws_fake
# NONE: use value 35 each
